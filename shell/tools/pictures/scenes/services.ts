import { palette } from '../../../../kit/theme/palette.ts';
import type { Scene } from '../scene.ts';
import { area, at, line, rect, ring, segments, spread } from '../shapes.ts';
import { agentHead, waveform } from '../subjects/agent.ts';
import { cottage, cypress, tree } from '../subjects/homes.ts';
import { bigScreen, bubble, clapper, filmCamera, heart, parkedCar, phone } from '../subjects/media.ts';
import { mapPin, person, shop } from '../subjects/places.ts';
import { browserPage, pointer, resultsBoard } from '../subjects/web.ts';

const frame = { width: 960, height: 640, ground: 'day', horizon: 520 } as const;
const lamp = [70, 520] as const;
const fromLeft = { lamp, beam: [lamp, [960, 20], [960, 610]] } as const;
const { ink, paper } = palette;

export const serviceScenes = {
  'youtube-advertising': {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(600, horizon, bigScreen(p, 480, 280)) +
      [
        [330, p.roof],
        [500, p.leaf],
        [670, p.trim],
        [840, p.roof],
      ]
        .map(([x, body]) => at(Number(x), horizon + 74, parkedCar(p, String(body))))
        .join(''),
  },
  'ppc-advertising': {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) => at(570, horizon, resultsBoard(p)) + at(170, horizon, tree(p, 140)),
    over: at(706, 262, pointer(ink, paper, 120)),
  },
  'social-media-advertising': {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(530, horizon, phone(p)) +
      at(800, 250, bubble(p.face, 170, 120, 'left') + at(0, -56, heart(p.accent, 52))) +
      at(
        270,
        300,
        bubble(p.face, 180, 110, 'right') +
          segments(
            [
              [-56, -74, 56, -74],
              [-56, -44, 24, -44],
            ],
            p.trim,
            12,
          ),
      ) +
      spread(8, 120, 112)
        .map((x, index) => at(x, horizon + 124, person(p, 116, [p.roof, p.leaf, p.trim][index % 3] ?? p.trim, p.dark)))
        .join(''),
  },
  seo: {
    ...frame,
    beam: { lens: [500, 350], radius: 214 },
    draw: (p, { horizon }) =>
      at(96, horizon, cottage(p, { width: 170, wall: 110, rise: 84 })) +
      at(248, horizon, tree(p, 150)) +
      at(764, horizon, cottage(p, { width: 150, wall: 130, rise: 76 })) +
      at(904, horizon, cottage(p, { width: 140, wall: 96, rise: 80 })) +
      at(500, horizon, shop(p, { width: 280, height: 190 })) +
      at(500, 312, mapPin(p, 130)),
    over:
      line('M664 504L770 602', ink, 44, { round: true }) +
      ring(500, 350, 214, ink, 20) +
      line('M706 543L770 602', palette.signal, 26, { round: true }),
  },
  'web-design': {
    ...frame,
    lamp,
    beam: [lamp, [560, 0], [960, 0], [960, 610]],
    draw: (p, { horizon }) =>
      segments(
        [
          [330, 460, 330, horizon],
          [750, 460, 750, horizon],
        ],
        p.trim,
        14,
      ) + at(230, 76, browserPage(p)),
  },
  'video-production': {
    ...frame,
    lamp: [312, 268],
    beam: [
      [312, 268],
      [960, 20],
      [960, 640],
      [660, 640],
    ],
    draw: (p, { horizon }) =>
      at(200, horizon, filmCamera(p)) +
      at(
        650,
        horizon,
        person(p, 290, p.lit ? p.leaf : p.roof, p.lit ? p.shade : p.roofShade) +
          area('M-70 -250a70 70 0 0 1 140 0Z', p.accent) +
          rect(-90, -254, 180, 14, p.accent, 7) +
          rect(-170, -78, 340, 78, p.face) +
          rect(-184, -92, 368, 18, p.trim, 4),
      ) +
      at(820, horizon + 70, clapper(p), 0.9),
  },
  'custom-ai-agents': {
    ...frame,
    beam: [
      [200, 300],
      [960, 60],
      [960, 560],
    ],
    draw: (p, { horizon }) =>
      segments([[200, 380, 200, horizon]], p.trim, 26) +
      rect(120, horizon - 20, 160, 20, p.trim, 6) +
      at(372, 305, waveform([40, 84, 130, 66, 110], 26, p.dark)) +
      at(
        730,
        380,
        bubble(p.face, 330, 190, 'left') +
          segments(
            [
              [-120, -146, 110, -146],
              [-120, -110, 60, -110],
            ],
            p.trim,
            14,
          ) +
          rect(-127, -76, 150, 48, p.accent, 8),
      ) +
      at(880, horizon, cypress(p, 120)),
    over: at(200, 300, agentHead(ink), 1.05),
  },
} as const satisfies Record<string, Scene>;
