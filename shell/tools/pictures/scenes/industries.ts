import type { Scene } from '../scene.ts';
import { at, rect, spread } from '../shapes.ts';
import { breeze, rooftopUnit } from '../subjects/equipment.ts';
import { cypress, ladder, shingledHouse, tree, villa } from '../subjects/homes.ts';
import { ambulance, clinic, courthouse, fallingBalance, saleSign } from '../subjects/institutions.ts';

const frame = { width: 960, height: 640, ground: 'night', horizon: 520 } as const;
/** As in the mark: the light lies on the horizon and opens to the right. */
const lamp = [70, 520] as const;
const fromLeft = { lamp, beam: [lamp, [960, 20], [960, 610]] } as const;
const lampRight = [890, 520] as const;
const fromRight = { lamp: lampRight, beam: [lampRight, [0, -110], [0, 610]] } as const;

export const industryScenes = {
  healthcare: {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(520, horizon, clinic(p)) +
      at(176, horizon, tree(p, 150)) +
      at(898, horizon, cypress(p, 220)) +
      at(772, horizon + 46, ambulance(p)),
  },
  'debt-relief': {
    ...frame,
    ...fromRight,
    draw: (p, { horizon }) => at(445, horizon, fallingBalance(p, [11, 8, 6, 4, 2, 1], 124, lampRight[0] - 445)),
  },
  roofing: {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(570, horizon, shingledHouse(p)) + at(330, horizon, ladder(p, 250, 96)) + at(180, horizon, tree(p, 130)),
  },
  legal: {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(560, horizon, courthouse(p)) + at(180, horizon, cypress(p, 150)) + at(925, horizon, cypress(p, 210)),
  },
  hvac: {
    ...frame,
    horizon: 470,
    lamp: [70, 470],
    beam: [
      [70, 470],
      [960, 0],
      [960, 560],
    ],
    draw: (p, { horizon }) =>
      rect(150, horizon, 760, 170, p.face) +
      rect(136, horizon - 4, 788, 26, p.trim) +
      spread(6, 196, 118)
        .map((x) => rect(x, horizon + 62, 70, 78, p.glass))
        .join('') +
      at(500, horizon - 4, rooftopUnit(p)) +
      at(778, 262, breeze(p, 150)),
  },
  'real-estate': {
    ...frame,
    ...fromLeft,
    draw: (p, { horizon }) =>
      at(450, horizon, villa(p)) +
      at(172, horizon, cypress(p, 150)) +
      at(800, horizon + 50, saleSign(p, 'For sale'), 1.12),
  },
} as const satisfies Record<string, Scene>;
