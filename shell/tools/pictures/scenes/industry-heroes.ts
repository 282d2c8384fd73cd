import type { Paint } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { at, type Point, rect, spread } from '../shapes.ts';
import { breeze, haulTruck, rooftopUnit, skip } from '../subjects/equipment.ts';
import { cottage, cypress, ladder, shingledHouse, solarHouse, tree, villa } from '../subjects/homes.ts';
import { ambulance, clinic, courthouse, fallingBalance, pylon, saleSign } from '../subjects/institutions.ts';
import { client, crew, lighthouse, officeBlock, sun } from '../subjects/places.ts';
import { cloud, hail, hills, stars } from '../subjects/sky.ts';

// Each trade as in the sharing picture: a street at night, and one narrow beam that finds the people who look for somebody.

const width = 1200;
const horizon = 640;
const tower = 1030;
const lamp: Point = [tower - 24, 98];
const frame = { width, height: 800, ground: 'night', horizon } as const;

/** A cone from the lamp to the ground; where its two edges meet the horizon. */
function cone([x, y]: Point, from: number, to: number, bottom: number = frame.height): readonly Point[] {
  const below = (foot: number) => x + ((foot - x) * (bottom - y)) / (horizon - y);
  return [
    [x, y - 10],
    [below(from), bottom],
    [below(to), bottom],
    [x, y + 10],
  ];
}

type Neighbours = 'street' | 'city' | 'open';

/** What stays in the dark around the lit thing. */
function surroundings(p: Paint, kind: Neighbours): string {
  const behind = {
    open: () => at(900, horizon, tree(p, 150)),
    city: () => at(868, horizon, officeBlock(p, 116, 230)) + at(1146, horizon, officeBlock(p, 110, 170)),
    street: () =>
      at(900, horizon, cottage(p, { width: 150, wall: 96, rise: 78, windows: 1 })) +
      at(1150, horizon, cottage(p, { width: 140, wall: 88, rise: 72 })),
  };
  return sky(p) + behind[kind]() + at(tower, horizon, lighthouse(p), 1.62);
}

/** Behind everything: hills, and what shines above them. */
function sky(p: Paint): string {
  const places: readonly Point[] = [
    [120, 90],
    [330, 60],
    [560, 150],
    [700, 50],
    [215, 250],
    [1130, 130],
    [80, 380],
  ];
  return stars(p, places) + at(0, horizon, hills(p, -60, 1260, [120, 190, 140, 110, 170]));
}

export const industryHeroScenes = {
  roofing: {
    ...frame,
    beam: cone(lamp, -640, 800),
    draw: (p) =>
      surroundings(p, 'street') +
      at(190, 236, cloud(p, 250) + hail(p, 180, 4)) +
      at(96, horizon, tree(p, 190)) +
      at(480, horizon, shingledHouse(p), [-0.92, 0.92]) +
      at(688, horizon + 18, ladder(p, 250, 92), [-1, 1]) +
      at(190, horizon + 72, crew(p, 150, p.accent, p.face)) +
      at(284, horizon + 78, client(p, 128, p.leaf)),
  },
  legal: {
    ...frame,
    beam: cone(lamp, -720, 800),
    draw: (p) =>
      surroundings(p, 'city') +
      at(92, horizon, cypress(p, 230)) +
      at(440, horizon, courthouse(p), 0.88) +
      at(742, horizon, cypress(p, 170)) +
      at(560, horizon + 74, client(p, 140, p.dark)) +
      at(654, horizon + 80, client(p, 128, p.accent)),
  },
  hvac: {
    ...frame,
    beam: cone(lamp, -950, 800),
    draw: (p) =>
      surroundings(p, 'city') +
      at(70, horizon, tree(p, 180)) +
      rect(150, horizon - 190, 560, 190, p.face) +
      rect(136, horizon - 206, 588, 26, p.trim) +
      rect(150, horizon - 180, 560, 12, p.shade) +
      spread(4, 186, 96)
        .map((x) => rect(x, horizon - 140, 70, 72, p.glass))
        .join('') +
      rect(592, horizon - 124, 78, 124, p.roof) +
      rect(576, horizon - 140, 110, 16, p.trim) +
      at(410, horizon - 206, rooftopUnit(p), 0.54) +
      at(584, horizon - 252, breeze(p, 100), 0.8) +
      at(250, horizon + 76, crew(p, 150, p.leaf, p.accent)) +
      at(540, horizon + 78, client(p, 136, p.accent)),
  },
  'junk-removal': {
    ...frame,
    beam: cone(lamp, -720, 820),
    draw: (p) =>
      surroundings(p, 'open') +
      at(96, horizon, tree(p, 180)) +
      at(430, horizon, cottage(p, { width: 300, wall: 176, rise: 140 })) +
      at(738, horizon + 20, haulTruck(p), [-1.05, 1.05]) +
      at(320, horizon + 94, skip(p), 0.84) +
      at(612, horizon + 108, crew(p, 150, p.accent, p.dark)),
  },
  'real-estate': {
    ...frame,
    beam: cone(lamp, -600, 800),
    draw: (p) =>
      surroundings(p, 'street') +
      at(150, horizon, tree(p, 170)) +
      at(480, horizon, villa(p), [-0.98, 0.98]) +
      at(140, horizon + 86, saleSign(p, 'For sale')) +
      at(640, horizon + 78, client(p, 144, p.leaf)) +
      at(724, horizon + 84, client(p, 122, p.accent)),
  },
  solar: {
    ...frame,
    beam: cone([900, 150], -1100, 700),
    draw: (p) =>
      sky(p) +
      at(930, horizon, cottage(p, { width: 170, wall: 104, rise: 84 })) +
      at(1110, horizon, cottage(p, { width: 140, wall: 84, rise: 66, windows: 1 })) +
      at(1026, horizon, tree(p, 130)) +
      at(52, horizon, cypress(p, 210)) +
      at(360, horizon, solarHouse(p), 0.94) +
      at(150, horizon + 78, client(p, 142, p.leaf)) +
      at(236, horizon + 84, client(p, 120, p.accent)),
    over: sun(900, 150, 78),
  },
  healthcare: {
    ...frame,
    beam: cone(lamp, -460, 820),
    draw: (p) =>
      surroundings(p, 'city') +
      at(450, horizon, clinic(p), 0.98) +
      at(80, horizon + 50, pylon(p), 1.02) +
      at(640, horizon + 74, ambulance(p), 0.98) +
      at(310, horizon + 78, client(p, 144, p.accent)) +
      at(402, horizon + 84, client(p, 126, p.leaf)),
  },
  'debt-relief': {
    ...frame,
    // The light is where the pile ends.
    beam: cone(lamp, 440, 830),
    draw: (p) =>
      surroundings(p, 'street') +
      at(310, horizon, fallingBalance(p, [12, 10, 8, 6, 4, 2, 1], 84, 344)) +
      at(700, horizon + 74, client(p, 152, p.leaf)) +
      at(612, horizon + 84, client(p, 124, p.accent)),
  },
} as const satisfies Record<string, Scene>;
