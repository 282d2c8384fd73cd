import type { Scene } from '../scene.ts';
import { at } from '../shapes.ts';
import { car } from '../subjects/cars.ts';
import { officeBlock } from '../subjects/places.ts';

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
