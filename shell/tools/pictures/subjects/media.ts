import type { Paint } from '../paint.ts';
import { area, at, circle, line, polygon, rect, segments, short, spread } from '../shapes.ts';

/** An open-air screen on posts; stands on y = 0. */
export function bigScreen(p: Paint, width: number, height: number): string {
  const top = -height - 96;
  return [
    segments(
      [
        [-width * 0.32, top + height, -width * 0.32, 0],
        [width * 0.32, top + height, width * 0.32, 0],
        [-width * 0.32, -60, width * 0.32, -20],
        [width * 0.32, -60, -width * 0.32, -20],
      ],
      p.trim,
      10,
    ),
    rect(-width / 2 - 14, top - 14, width + 28, height + 28, p.dark, 6),
    rect(-width / 2, top, width, height, p.face),
    circle(0, top + height * 0.46, 78, p.accent),
    polygon(
      [
        [-26, top + height * 0.46 - 40],
        [46, top + height * 0.46],
        [-26, top + height * 0.46 + 40],
      ],
      p.onAccent,
    ),
    rect(-width / 2 + 24, top + height - 34, width - 48, 8, p.shade, 4),
    rect(-width / 2 + 24, top + height - 34, (width - 48) * 0.42, 8, p.accent, 4),
    circle(-width / 2 + 24 + (width - 48) * 0.42, top + height - 30, 11, p.dark),
  ].join('');
}

/** A car from behind, as they park before the screen. */
export function parkedCar(p: Paint, body: string): string {
  return [
    rect(-52, -20, 22, 20, p.dark, 4),
    rect(30, -20, 22, 20, p.dark, 4),
    area('M-40 -54L-28 -88H28L40 -54Z', body),
    polygon(
      [
        [-30, -56],
        [-21, -80],
        [21, -80],
        [30, -56],
      ],
      p.glass,
    ),
    rect(-58, -58, 116, 46, body, 12),
    rect(-52, -46, 20, 10, p.face, 3),
    rect(32, -46, 20, 10, p.face, 3),
    rect(-18, -36, 36, 14, p.face, 2),
  ].join('');
}

/** A phone with one post on it; stands on y = 0. */
export function phone(p: Paint): string {
  return [
    rect(-132, -452, 264, 452, p.dark, 30),
    rect(-116, -424, 232, 396, p.face, 12),
    circle(-84, -392, 18, p.accent),
    rect(-56, -404, 96, 10, p.trim, 5),
    rect(-56, -386, 64, 8, p.shade, 4),
    rect(-116, -358, 232, 208, p.lit ? p.roof : p.shade),
    rect(-116, -206, 232, 56, p.lit ? p.dark : p.roof),
    polygon(
      [
        [-60, -206],
        [-60, -252],
        [0, -306],
        [60, -252],
        [60, -206],
      ],
      p.face,
    ),
    polygon(
      [
        [-76, -242],
        [0, -312],
        [76, -242],
        [76, -262],
        [0, -332],
        [-76, -262],
      ],
      p.lit ? p.leaf : p.roofShade,
    ),
    rect(-14, -240, 28, 34, p.glass),
    at(-88, -122, heart(p.accent, 26)),
    line(
      'M-48 -132h34a10 10 0 0 1 10 10a10 10 0 0 1 -10 10h-16l-12 12v-12h-6a10 10 0 0 1 -10 -10a10 10 0 0 1 10 -10Z',
      p.trim,
      4,
    ),
    rect(-100, -88, 190, 10, p.trim, 5),
    rect(-100, -66, 130, 10, p.shade, 5),
    rect(-30, -16, 60, 5, p.face, 2),
  ].join('');
}

export function heart(fill: string, size: number): string {
  const s = (value: number) => short((value * size) / 20);
  return area(
    `M0 ${s(9)}C${s(-16)} ${s(-2)} ${s(-11)} ${s(-13)} ${s(-4)} ${s(-11)}C${s(-1.5)} ${s(-10)} 0 ${s(-7.5)} 0 ${s(-6.5)}C0 ${s(-7.5)} ${s(1.5)} ${s(-10)} ${s(4)} ${s(-11)}C${s(11)} ${s(-13)} ${s(16)} ${s(-2)} 0 ${s(9)}Z`,
    fill,
  );
}

/** A speech bubble whose tail points down to the left or right. */
export function bubble(fill: string, width: number, height: number, tail: 'left' | 'right'): string {
  const side = tail === 'left' ? -1 : 1;
  return (
    rect(-width / 2, -height, width, height, fill, 18) +
    polygon(
      [
        [side * width * 0.3, -4],
        [side * width * 0.3 - side * 40, -4],
        [side * width * 0.36, 34],
      ],
      fill,
    )
  );
}

/** A film camera on a tripod, lens to the right at height 250; stands on y = 0. */
export function filmCamera(p: Paint): string {
  return [
    segments(
      [
        [0, -180, -86, 0],
        [0, -180, 86, 0],
        [0, -180, 8, 0],
      ],
      p.trim,
      12,
    ),
    rect(-26, -200, 52, 26, p.trim, 4),
    rect(-96, -308, 160, 112, p.dark, 10),
    polygon(
      [
        [64, -284],
        [104, -306],
        [104, -196],
        [64, -220],
      ],
      p.trim,
    ),
    circle(-62, -344, 48, p.dark),
    circle(34, -352, 56, p.dark),
    ...[
      [-62, -344, 16],
      [34, -352, 19],
    ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.shade)),
    rect(-78, -288, 60, 40, p.accent, 4),
  ].join('');
}

/** A clapperboard, open; stands on y = 0. */
export function clapper(p: Paint): string {
  const stripes = spread(4, -110, 62);
  const bar =
    rect(-120, -38, 250, 38, p.dark) +
    stripes
      .map((x) =>
        polygon(
          [
            [x, 0],
            [x + 24, -38],
            [x + 52, -38],
            [x + 28, 0],
          ],
          p.face,
        ),
      )
      .join('');
  return [
    rect(-120, -160, 250, 160, p.dark, 4),
    `<g transform="translate(0 -160)">${rect(-120, 0, 250, 6, p.face)}</g>`,
    `<g transform="translate(-116 -164) rotate(-16) translate(116 0)">${bar}</g>`,
    segments(
      [
        [-100, -112, 110, -112],
        [-100, -62, 110, -62],
        [-30, -112, -30, -62],
        [44, -112, 44, -62],
      ],
      p.face,
      4,
    ),
    rect(-100, -40, 120, 12, p.face, 3),
  ].join('');
}
