import type { Paint } from '../paint.ts';
import type { Scene } from '../scene.ts';
import { at } from '../shapes.ts';
import { car } from '../subjects/cars.ts';
import { cottage, cypress, tree } from '../subjects/homes.ts';
import { lighthouse, officeBlock, shop } from '../subjects/places.ts';

const homeHorizon = 600;

/** A town in the dark: of all its doors the light picks one. */
function town(p: Paint): string {
  const house = (x: number, width: number, wall: number, rise: number) =>
    at(x, homeHorizon, cottage(p, { width, wall, rise }));
  return [
    at(60, homeHorizon, officeBlock(p, 110, 190)),
    house(205, 140, 90, 72),
    at(308, homeHorizon, tree(p, 120)),
    house(410, 140, 100, 84),
    at(512, homeHorizon, cypress(p, 150)),
    at(690, homeHorizon, shop(p, { width: 250, height: 176 })),
    at(850, homeHorizon, tree(p, 140)),
    house(970, 140, 96, 80),
    at(1116, homeHorizon, officeBlock(p, 110, 160)),
    house(1262, 130, 84, 66),
    at(1530, homeHorizon, cypress(p, 130)),
    at(1420, homeHorizon, lighthouse(p), 1.4),
  ].join('');
}

export const homeScene = {
  width: 1600,
  height: 900,
  ground: 'night',
  horizon: homeHorizon,
  beam: [
    [1420, homeHorizon - 450],
    [545, 370],
    [545, 700],
    [850, 700],
  ],
  draw: town,
} as const satisfies Scene;

const road = { width: 1200, height: 700, ground: 'night', horizon: 440 } as const;

export const exoticScenes = {
  fleet: {
    ...road,
    lamp: [80, 440],
    beam: [
      [80, 440],
      [1200, 40],
      [1200, 700],
      [330, 700],
    ],
    draw: (p, { horizon }) =>
      [
        [560, 150],
        [700, 230],
        [830, 180],
        [950, 290],
        [1090, 210],
      ]
        .map(([x = 0, height = 0]) => at(x, horizon, officeBlock(p, 110, height)))
        .join('') +
      at(210, horizon + 26, car(p, 'grand-tourer', p.lit ? p.leaf : p.face), 0.95) +
      at(720, horizon + 26, car(p, 'roadster', p.lit ? p.glass : p.face), 0.95) +
      at(400, horizon + 200, car(p, 'mid-engine', p.roof), 1.62),
  },
} as const satisfies Record<string, Scene>;
