import type { Paint } from '../paint.ts';
import { area, at, circle, line, polygon, rect, ring, segments, short, spread, tilted } from '../shapes.ts';

// Everything here stands on y = 0 and is centred on x = 0.

/** A packaged unit as it sits on a flat roof: louvres, a large fan, a duct into the building. */
export function rooftopUnit(p: Paint): string {
  return [
    area('M180 -150H262Q300 -150 300 -112V0H232V-84H180Z', p.shade),
    segments(
      [
        [232, -40, 300, -40],
        [214, -150, 214, -84],
      ],
      p.trim,
      6,
    ),
    rect(-252, -22, 40, 22, p.trim),
    rect(150, -22, 40, 22, p.trim),
    rect(-270, -230, 480, 210, p.face, 6),
    rect(-270, -230, 480, 26, p.shade, 6),
    segments(
      spread(7, -176, 20).map((y) => [-246, y, -82, y] as const),
      p.trim,
      7,
    ),
    line('M-60 -204V-20', p.shade, 5),
    fan(p, 76, -112, 84),
    ...[-186, 40].map((x) =>
      polygon(
        [
          [x, -230],
          [x + 14, -262],
          [x + 106, -262],
          [x + 120, -230],
        ],
        p.trim,
      ),
    ),
    ...[-186, 40].map((x) => segments([[x + 6, -246, x + 114, -246]], p.face, 4)),
  ].join('');
}

export function fan(p: Paint, x: number, y: number, r: number): string {
  const blade = `M0 0C${short(r * 0.15)} ${short(-r * 0.5)} ${short(r * 0.5)} ${short(-r * 0.75)} ${short(r * 0.72)} ${short(-r * 0.42)}C${short(r * 0.6)} ${short(-r * 0.1)} ${short(r * 0.3)} ${short(r * 0.02)} 0 0Z`;
  const blades = [0, 90, 180, 270].map((turn) => tilted(turn, area(blade, p.accent))).join('');
  return at(
    x,
    y,
    circle(0, 0, r, p.dark) +
      blades +
      circle(0, 0, r * 0.16, p.face) +
      ring(0, 0, r * 0.62, p.face, 2.5) +
      ring(0, 0, r, p.trim, 8),
  );
}

/** Cool air leaving to the right. */
export function breeze(p: Paint, length: number): string {
  const wave = (y: number, x: number) =>
    `M${x} ${y}c${length / 12} -16 ${length / 6} -16 ${length / 4} 0s${length / 8} 16 ${length / 4} 0s${length / 8} -16 ${length / 4} 0`;
  return line(wave(0, 0) + wave(-44, 24) + wave(-88, 0), p.lit ? p.leaf : p.trim, 9, { round: true });
}

/** An open roll-off container with ribs; what is thrown out sticks out of it. */
export function skip(p: Paint): string {
  const ribs = spread(7, -216, 72).map((x) => [x * 1.02, -140, x * 0.86, -22] as const);
  return [
    at(-150, -132, tilted(-8, sofa(p))),
    at(34, -140, tilted(10, rect(-50, -86, 100, 100, p.shade) + line('M-50 -48H50M0 -86V-48', p.trim, 4))),
    at(
      118,
      -130,
      tilted(
        16,
        line('M0 0V-130', p.trim, 8) +
          polygon(
            [
              [-44, -120],
              [-26, -178],
              [26, -178],
              [44, -120],
            ],
            p.face,
          ),
      ),
    ),
    at(190, -132, tilted(28, rect(-12, -150, 24, 170, p.roofShade))),
    at(214, -132, tilted(-24, rect(-10, -110, 20, 130, p.shade))),
    polygon(
      [
        [-262, -150],
        [262, -150],
        [218, -18],
        [-218, -18],
      ],
      p.leaf,
    ),
    segments(ribs, p.leafShade, 12),
    rect(-276, -162, 552, 24, p.leafShade, 3),
    rect(-226, -24, 452, 12, p.trim),
    ...[-170, 170].map((x) => circle(x, -13, 13, p.dark)),
  ].join('');
}

function sofa(p: Paint): string {
  return [
    rect(-96, -104, 192, 100, p.accent, 16),
    rect(-120, -66, 40, 80, p.roofShade, 14),
    rect(80, -66, 40, 80, p.roofShade, 14),
    rect(-80, -40, 78, 46, p.roof, 8),
    rect(2, -40, 78, 46, p.roof, 8),
  ].join('');
}

/** A tilt truck with a high open box, nose to the left. */
export function haulTruck(p: Paint): string {
  return [
    polygon(
      [
        [-60, -46],
        [-60, -168],
        [182, -168],
        [170, -46],
      ],
      p.face,
    ),
    segments(
      spread(4, -14, 48).map((x) => [x, -168, x, -46] as const),
      p.shade,
      9,
    ),
    polygon(
      [
        [-188, -34],
        [-188, -84],
        [-164, -134],
        [-74, -134],
        [-74, -34],
      ],
      p.roof,
    ),
    polygon(
      [
        [-166, -86],
        [-150, -120],
        [-112, -120],
        [-112, -86],
      ],
      p.glass,
    ),
    rect(-190, -46, 366, 16, p.trim),
    ...[-134, 72, 130].map((x) => circle(x, -26, 26, p.dark) + circle(x, -26, 10, p.shade)),
  ].join('');
}
