import type { Paint } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { at, circle, type Point, rect, ring, spread } from '../shapes.ts';
import { breeze, haulTruck, rooftopUnit, skip } from '../subjects/equipment.ts';
import { cottage, cypress, ladder, shingledHouse, solarHouse, tree, villa } from '../subjects/homes.ts';
import { ambulance, clinic, courthouse, fallingBalance, pylon, saleSign } from '../subjects/institutions.ts';
import { lighthouse, officeBlock, sun } from '../subjects/places.ts';
import { cloud, hail, hills, stars } from '../subjects/sky.ts';

const width = 1200;
const horizon = 640;
/** The tower stands right, its light falls to the left: as on the home page. */
const tower = 1090;
const light: Point = [tower, horizon - 322];
const beam: readonly Point[] = [light, [0, 180], [0, 800], [540, 800]];
const frame = { width, height: 800, ground: 'night', horizon, beam } as const;

type Neighbours = 'street' | 'city' | 'open';

/** What stays in the dark between the lit thing and the tower. */
function surroundings(p: Paint, kind: Neighbours): string {
  const behind = {
    open: () => '',
    city: () => at(800, horizon, officeBlock(p, 130, 250)) + at(930, horizon, officeBlock(p, 110, 180)),
    street: () =>
      at(820, horizon, cottage(p, { width: 170, wall: 104, rise: 84 })) +
      at(975, horizon, cottage(p, { width: 130, wall: 84, rise: 66, windows: 1 })),
  };
  return sky(p) + behind[kind]() + at(1170, horizon, cypress(p, 120)) + at(tower, horizon, lighthouse(p));
}

/** Behind everything: hills, and what shines above them. */
function sky(p: Paint): string {
  const places: readonly Point[] = [
    [120, 90],
    [330, 60],
    [560, 120],
    [790, 70],
    [980, 150],
    [1130, 110],
    [880, 220],
  ];
  return stars(p, places) + at(0, horizon, hills(p, -60, 1260, [120, 190, 140, 110, 170]));
}

export const industryHeroScenes = {
  roofing: {
    ...frame,
    draw: (p) =>
      surroundings(p, 'street') +
      at(830, 190, cloud(p, 260) + hail(p, 190, 5)) +
      at(395, horizon, shingledHouse(p), 1.16) +
      at(112, horizon + 20, ladder(p, 290, 110)) +
      at(46, horizon, tree(p, 170)),
  },
  legal: {
    ...frame,
    draw: (p) =>
      surroundings(p, 'city') +
      at(64, horizon, cypress(p, 230)) +
      at(690, horizon, cypress(p, 190)) +
      at(380, horizon, courthouse(p), 0.98),
  },
  hvac: {
    ...frame,
    draw: (p) =>
      surroundings(p, 'city') +
      rect(50, horizon - 190, 640, 190, p.face) +
      rect(34, horizon - 208, 672, 28, p.trim) +
      spread(6, 86, 100)
        .map((x) => rect(x, horizon - 140, 66, 84, p.glass))
        .join('') +
      at(350, horizon - 208, rooftopUnit(p)) +
      at(706, horizon - 288, breeze(p, 130)),
  },
  'junk-removal': {
    ...frame,
    draw: (p) =>
      surroundings(p, 'open') +
      at(190, horizon, cottage(p, { width: 250, wall: 160, rise: 130 })) +
      at(720, horizon + 24, haulTruck(p), [-1.2, 1.2]) +
      at(325, horizon + 100, skip(p), 1.08),
  },
  'real-estate': {
    ...frame,
    draw: (p) =>
      surroundings(p, 'street') + at(460, horizon, villa(p), 1.1) + at(122, horizon + 90, saleSign(p, 'For sale'), 1.2),
  },
  solar: {
    ...frame,
    beam: [
      [1010, 190],
      [0, 130],
      [0, 800],
      [600, 800],
    ],
    draw: (p) =>
      sky(p) +
      at(860, horizon, cottage(p, { width: 180, wall: 104, rise: 84 })) +
      at(1060, horizon, cottage(p, { width: 150, wall: 84, rise: 66, windows: 1 })) +
      at(1160, horizon, cypress(p, 140)) +
      at(40, horizon, cypress(p, 190)) +
      at(340, horizon, solarHouse(p), 1.12),
    over: sun(1010, 190, 74),
  },
  healthcare: {
    ...frame,
    draw: (p) =>
      surroundings(p, 'city') +
      at(410, horizon, clinic(p), 1.02) +
      at(70, horizon + 60, pylon(p), 1.1) +
      at(555, horizon + 78, ambulance(p), 1.15),
  },
  'debt-relief': {
    ...frame,
    beam: [light, [0, 60], [0, 800], [560, 800]],
    draw: (p) =>
      sky(p) +
      at(900, horizon, cottage(p, { width: 150, wall: 90, rise: 74, windows: 1 })) +
      at(1170, horizon, cypress(p, 120)) +
      at(tower, horizon, lighthouse(p)) +
      at(330, horizon, fallingBalance(p, [12, 9, 7, 5, 3, 2, 1], 92, 366)) +
      circle(696, horizon, 17, p.leaf) +
      ring(696, horizon, 31, p.leaf, 5),
  },
} as const satisfies Record<string, Scene>;
