import type { Paint } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { at, type Point } from '../shapes.ts';
import { cottage, cypress, ladder, shingledHouse, solarHouse, tree, villa } from '../subjects/homes.ts';
import { ambulance, clinic, fallingBalance, pylon, saleSign } from '../subjects/institutions.ts';
import { client, crew, lighthouse, officeBlock, sun } from '../subjects/places.ts';
import { cloud, hail, hills, stars } from '../subjects/sky.ts';

// The heroes that reach to the edges of the window: streets at night as wide as the page, and two that are high.

const horizon = 450;
const tower: Point = [1300, horizon];
const lamp: Point = [1284, horizon - 368];
const wide = { width: 1600, height: 560, ground: 'night', horizon } as const;

/** A cone from the lamp to the ground; where its two edges meet the horizon. */
function cone(from: number, to: number): readonly Point[] {
  const [x, y] = lamp;
  const below = (foot: number) => x + ((foot - x) * (wide.height - y)) / (horizon - y);
  return [
    [x, y - 8],
    [below(from), wide.height],
    [below(to), wide.height],
    [x, y + 8],
  ];
}

const night: readonly Point[] = [
  [90, 60],
  [210, 150],
  [330, 50],
  [520, 110],
  [700, 40],
  [960, 60],
  [1120, 30],
  [1440, 160],
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
    house(40, 150, 100, 84),
    at(150, horizon, cypress(p, 140)),
    at(330, horizon, tree(p, 120)),
    at(404, horizon, cypress(p, 120)),
    house(1196, 120, 84, 66),
    house(1420, 140, 96, 78),
    at(1520, horizon, tree(p, 130)),
    house(1598, 110, 84, 64),
    at(...tower, lighthouse(p), 1.14),
  ].join('');
}

const high = { width: 900, height: 800, ground: 'night', horizon: 600 } as const;

export const industryStages = {
  roofing: {
    ...wide,
    beam: cone(-230, 1130),
    draw: (p) =>
      neighbours(p) +
      at(500, 120, cloud(p, 240) + hail(p, 170, 4)) +
      at(860, horizon, shingledHouse(p), [-0.72, 0.72]) +
      at(1030, horizon + 14, ladder(p, 200, 76), [-1, 1]) +
      at(640, horizon + 50, crew(p, 118, p.accent, p.face)) +
      at(718, horizon + 54, client(p, 100, p.leaf)),
  },
  'real-estate': {
    ...wide,
    beam: cone(-230, 1140),
    draw: (p) =>
      neighbours(p) +
      at(840, horizon, villa(p), [-0.8, 0.8]) +
      at(600, horizon + 52, saleSign(p, 'For sale'), 0.82) +
      at(1036, horizon + 48, client(p, 112, p.leaf)) +
      at(1100, horizon + 52, client(p, 96, p.accent)),
  },
  'debt-relief': {
    ...wide,
    // The light is where the pile ends.
    beam: cone(740, 1150),
    draw: (p) =>
      stars(p, night) +
      at(0, horizon, hills(p, -60, 1660, [90, 150, 110, 70, 120, 160, 90])) +
      [
        [60, 130],
        [170, 90],
        [280, 160],
      ]
        .map(([x = 0, height = 0]) => at(x, horizon, officeBlock(p, 96, height)))
        .join('') +
      at(1196, horizon, cottage(p, { width: 120, wall: 84, rise: 66, windows: 1 })) +
      at(1420, horizon, cottage(p, { width: 140, wall: 96, rise: 78 })) +
      at(1530, horizon, tree(p, 140)) +
      at(...tower, lighthouse(p), 1.14) +
      at(640, horizon, fallingBalance(p, [10, 9, 7, 6, 4, 3, 2, 1], 78, 352)) +
      at(1040, horizon + 50, client(p, 118, p.leaf)) +
      at(974, horizon + 56, client(p, 98, p.accent)),
  },
  solar: {
    ...high,
    beam: [
      [752, 134],
      [-560, 470],
      [-560, 800],
      [636, 800],
    ],
    draw: (p, { horizon: ground }) =>
      stars(p, [
        [840, 90],
        [800, 420],
        [860, 300],
        [120, 120],
        [340, 70],
      ]) +
      at(0, ground, hills(p, -60, 960, [150, 210, 130, 180])) +
      at(846, ground, cottage(p, { width: 150, wall: 100, rise: 80 })) +
      at(36, ground, cypress(p, 220)) +
      at(306, ground, solarHouse(p), 0.88) +
      at(170, ground + 100, client(p, 156, p.leaf)) +
      at(266, ground + 108, client(p, 132, p.accent)),
    over: sun(752, 134, 74),
  },
  healthcare: {
    ...high,
    beam: [
      [746, 116],
      [-640, 800],
      [550, 800],
      [746, 138],
    ],
    draw: (p, { horizon: ground }) =>
      stars(p, [
        [90, 60],
        [300, 90],
        [520, 50],
        [860, 120],
        [160, 200],
      ]) +
      at(0, ground, hills(p, -60, 960, [120, 160, 220, 140])) +
      at(640, ground, officeBlock(p, 110, 230)) +
      at(872, ground, officeBlock(p, 110, 190)) +
      at(770, ground, lighthouse(p), 1.45) +
      at(330, ground, clinic(p), 0.96) +
      at(70, ground + 70, pylon(p), 1.1) +
      at(452, ground + 100, ambulance(p), 1.06) +
      at(170, ground + 110, client(p, 156, p.accent)) +
      at(268, ground + 118, client(p, 134, p.leaf)),
  },
} as const satisfies Record<string, Scene>;
