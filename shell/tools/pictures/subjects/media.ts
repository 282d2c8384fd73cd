import type { Paint } from '../paint.ts';
import { polygon, rect, segments, spread } from '../shapes.ts';

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
