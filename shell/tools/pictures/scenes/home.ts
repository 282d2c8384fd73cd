import type { Paint } from '../paint.ts';
import { renderDark, renderLight, type Scene } from '../scene.ts';
import { at, type Point } from '../shapes.ts';
import { cottage, cypress, tree } from '../subjects/homes.ts';
import { lighthouse, officeBlock, person } from '../subjects/places.ts';
import { hills, stars } from '../subjects/sky.ts';

const horizon = 795;
const tower = 2085;
/** Where the light comes from, and where it falls: on the one house whose people look for somebody. */
const lamp: Point = [tower - 26, 284];

/** Each house of the street: where it stands, how wide, how high its wall and its roof are. */
const street = [
  [90, 170, 108, 88],
  [470, 150, 96, 80],
  [690, 176, 116, 92],
  [1085, 158, 100, 84],
  [1620, 220, 112, 95],
  [1890, 150, 92, 76],
  [2330, 168, 104, 86],
  [2620, 160, 96, 80],
] as const;

const trees = [
  [205, 130],
  [590, 116],
  [975, 140],
  [1205, 150],
  [1480, 128],
  [2215, 120],
  [2450, 150],
] as const;

const sky: readonly Point[] = [
  [1500, 120],
  [1640, 230],
  [1790, 90],
  [1935, 170],
  [2230, 110],
  [2340, 300],
  [2470, 180],
  [2590, 90],
  [2650, 330],
];

function town(p: Paint): string {
  return [
    stars(p, sky),
    at(0, horizon, hills(p, -60, 2760, [90, 150, 110, 170, 120, 180, 130])),
    at(285, horizon, officeBlock(p, 130, 230)),
    at(860, horizon, officeBlock(p, 110, 190)),
    at(1765, horizon, cypress(p, 150)),
    at(2540, horizon, officeBlock(p, 100, 180)),
    ...trees.map(([x, height]) => at(x, horizon, tree(p, height))),
    ...street.map(([x, width, wall, rise]) => at(x, horizon, cottage(p, { width, wall, rise }))),
    at(tower, horizon, lighthouse(p), 1.55),
    // Who asks for a quote, at the gate of the house.
    at(1392, horizon + 46, person(p, 118, p.leaf, p.shade)),
    at(1316, horizon + 52, person(p, 96, p.accent, p.shade)),
  ].join('');
}

/** The first screen of the site: a street at night, and the beam that finds one door. */
export const homeTown = {
  width: 2700,
  height: 900,
  ground: 'night',
  horizon,
  beam: [
    [lamp[0], lamp[1] - 14],
    [1040, 900],
    [1700, 900],
    [lamp[0], lamp[1] + 14],
  ],
  draw: town,
} as const satisfies Scene;

/** Of the light alone: everything that the beam reaches while it comes to rest. Its page clips the beam out of it. */
const lightBox = { x: 1030, y: 270, width: 1670, height: 630 } as const;

/** Night and light apart, so that the beam can move from one to the other. */
export const homeLayers = {
  night: renderDark(homeTown),
  light: renderLight(homeTown, lightBox),
} as const;
