import type { Paint } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { at, circle, type Point, ring } from '../shapes.ts';
import { cottage, cypress, ladder, shingledHouse, solarHouse, tree, villa } from '../subjects/homes.ts';
import { ambulance, clinic, fallingBalance, pylon, saleSign } from '../subjects/institutions.ts';
import { lighthouse, officeBlock, sun } from '../subjects/places.ts';
import { cloud, hail, hills, stars } from '../subjects/sky.ts';

// The heroes that reach to the edges of the window: streets at night as wide as the page, and two that are high.

const horizon = 450;
const tower: Point = [1400, horizon];
const lamp: Point = [1400, horizon - 380];
const wide = { width: 1600, height: 560, ground: 'night', horizon } as const;
/** Cut straight on the left, as in the sharing picture: the light ends where the next street begins. */
const street: readonly Point[] = [lamp, [420, 40], [420, 560], [960, 560]];

const night: readonly Point[] = [
  [90, 60],
  [210, 150],
  [330, 50],
  [520, 30],
  [700, 24],
  [960, 40],
  [1120, 30],
  [1240, 160],
  [1510, 60],
  [1560, 190],
];

/** The dark of the street on both sides of what is lit. */
function neighbours(p: Paint): string {
  const house = (x: number, width: number, wall: number, rise: number) =>
    at(x, horizon, cottage(p, { width, wall, rise }));
  return [
    stars(p, night),
    at(0, horizon, hills(p, -60, 1660, [90, 150, 110, 70, 120, 160, 90])),
    house(60, 150, 100, 84),
    house(225, 130, 84, 70),
    at(330, horizon, cypress(p, 130)),
    at(1010, horizon, tree(p, 120)),
    house(1105, 140, 96, 78),
    at(1205, horizon, cypress(p, 110)),
    house(1290, 110, 78, 60),
    at(1520, horizon, tree(p, 130)),
    house(1590, 130, 90, 70),
    at(...tower, lighthouse(p), 1.18),
  ].join('');
}

const high = { width: 900, height: 800, ground: 'night', horizon: 600 } as const;

export const industryStages = {
  roofing: {
    ...wide,
    beam: street,
    draw: (p) =>
      neighbours(p) +
      at(1080, 130, cloud(p, 260) + hail(p, 190, 4)) +
      at(700, horizon, shingledHouse(p), 0.82) +
      at(506, horizon + 18, ladder(p, 220, 84)) +
      at(936, horizon, tree(p, 120)),
  },
  'real-estate': {
    ...wide,
    beam: street,
    draw: (p) =>
      neighbours(p) + at(770, horizon, villa(p), 0.98) + at(540, horizon + 62, saleSign(p, 'For sale'), 1.05),
  },
  'debt-relief': {
    ...wide,
    beam: [lamp, [330, 0], [330, 560], [1010, 560]],
    draw: (p) =>
      stars(p, night) +
      at(0, horizon, hills(p, -60, 1660, [90, 150, 110, 70, 120, 160, 90])) +
      [
        [40, 130],
        [150, 90],
        [240, 160],
      ]
        .map(([x = 0, height = 0]) => at(x, horizon, officeBlock(p, 96, height)))
        .join('') +
      at(1200, horizon, cottage(p, { width: 150, wall: 96, rise: 76 })) +
      at(1300, horizon, cypress(p, 120)) +
      at(1530, horizon, tree(p, 140)) +
      at(...tower, lighthouse(p), 1.18) +
      at(660, horizon, fallingBalance(p, [10, 9, 7, 6, 4, 3, 2, 1], 78, 384)) +
      circle(1044, horizon, 15, p.leaf) +
      ring(1044, horizon, 27, p.leaf, 5),
  },
  solar: {
    ...high,
    beam: [
      [700, 150],
      [0, 70],
      [0, 800],
      [770, 800],
    ],
    draw: (p, { horizon: ground }) =>
      stars(p, [
        [840, 90],
        [800, 420],
        [860, 300],
      ]) +
      at(0, ground, hills(p, -60, 960, [150, 210, 130, 180])) +
      at(860, ground, cottage(p, { width: 150, wall: 100, rise: 80 })) +
      at(52, ground, cypress(p, 220)) +
      at(350, ground, solarHouse(p), 0.98) +
      at(150, ground + 90, tree(p, 170)),
    over: sun(700, 150, 74),
  },
  healthcare: {
    ...high,
    beam: [
      [770, 150],
      [0, 60],
      [0, 800],
      [520, 800],
    ],
    draw: (p, { horizon: ground }) =>
      stars(p, [
        [90, 60],
        [300, 90],
        [520, 50],
        [860, 120],
        [560, 70],
      ]) +
      at(0, ground, hills(p, -60, 960, [120, 160, 220, 140])) +
      at(600, ground, officeBlock(p, 130, 330)) +
      at(870, ground, officeBlock(p, 110, 210)) +
      at(770, ground, lighthouse(p), 1.4) +
      at(350, ground, clinic(p), 1.06) +
      at(86, ground + 96, pylon(p), 1.15) +
      at(440, ground + 110, ambulance(p), 1.3),
  },
} as const satisfies Record<string, Scene>;
