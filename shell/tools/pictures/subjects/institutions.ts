import { palette } from '../../../../kit/theme/palette.ts';
import { words } from '../lettering.ts';
import type { Paint } from '../paint.ts';
import { circle, line, polygon, rect, segments, spread } from '../shapes.ts';

// Everything here stands on y = 0 and is centred on x = 0.

export function courthouse(p: Paint): string {
  const column = (x: number) =>
    rect(x - 17, -236, 34, 186, p.face) +
    rect(x + 5, -236, 12, 186, p.shade) +
    rect(x - 25, -250, 50, 16, p.face) +
    rect(x - 25, -62, 50, 16, p.face);
  return [
    rect(-220, -250, 440, 206, p.dark),
    rect(-34, -170, 68, 128, p.roof),
    line('M0 -170V-42', p.dark, 4),
    ...spread(6, -215, 86).map(column),
    rect(-262, -288, 524, 42, p.face),
    segments([[-262, -249, 262, -249]], p.shade, 7),
    polygon(
      [
        [-284, -288],
        [0, -404],
        [284, -288],
      ],
      p.face,
    ),
    polygon(
      [
        [-206, -302],
        [0, -386],
        [206, -302],
      ],
      p.shade,
    ),
    scales(p),
    rect(-270, -46, 540, 16, p.face),
    rect(-292, -31, 584, 16, p.shade),
    rect(-314, -16, 628, 16, p.face),
  ].join('');
}

function scales(p: Paint): string {
  return (
    line('M0 -372V-312M-40 -352H40M-20 -311H20', p.accent, 6) +
    line('M-40 -350l-14 22h28ZM40 -350l-14 22h28Z', p.accent, 4) +
    circle(0, -373, 6, p.accent)
  );
}

export function clinic(p: Paint): string {
  return [
    rect(-290, -150, 580, 150, p.face),
    rect(-290, -164, 580, 18, p.trim),
    rect(-110, -264, 220, 264, p.shade),
    rect(-122, -280, 244, 18, p.trim),
    cross(p, 0, -204, 84),
    rect(-80, -116, 160, 116, p.glass),
    line('M0 -116V0M-80 -116V0M80 -116V0', p.trim, 5),
    polygon(
      [
        [-134, -118],
        [134, -118],
        [118, -134],
        [-118, -134],
      ],
      p.roof,
    ),
    ...[-262, -202, 150, 210].map((x) => rect(x, -112, 46, 56, p.glass)),
    segments(
      [
        [-290, -26, -110, -26],
        [110, -26, 290, -26],
      ],
      p.shade,
      8,
    ),
  ].join('');
}

/** A cross with arms a third of its size, in the colour of health: green, never red. */
export function cross(p: Paint, x: number, y: number, size: number): string {
  const arm = size / 3;
  const fill = p.lit ? p.leaf : p.accent;
  return rect(x - arm / 2, y - size / 2, arm, size, fill) + rect(x - size / 2, y - arm / 2, size, arm, fill);
}

export function pylon(p: Paint): string {
  return rect(-10, -120, 20, 120, p.trim) + rect(-52, -226, 104, 120, p.lit ? p.leaf : p.roof, 6) + pylonCross(p);
}

function pylonCross(p: Paint): string {
  const fill = p.lit ? p.face : p.dark;
  return rect(-10, -200, 20, 68, fill) + rect(-34, -176, 68, 20, fill);
}

export function ambulance(p: Paint): string {
  return [
    polygon(
      [
        [-130, -18],
        [-130, -116],
        [50, -116],
        [50, -96],
        [92, -96],
        [124, -58],
        [124, -18],
      ],
      p.face,
    ),
    polygon(
      [
        [58, -86],
        [86, -86],
        [108, -58],
        [58, -58],
      ],
      p.glass,
    ),
    rect(-130, -52, 180, 14, p.accent),
    cross(p, -44, -84, 44),
    rect(10, -128, 30, 12, p.accent, 3),
    ...[-78, 74].map((x) => circle(x, -18, 24, p.dark) + circle(x, -18, 9, p.shade)),
  ].join('');
}

/** A board on a post, as estate agents plant it. */
export function saleSign(p: Paint, text: string): string {
  return [
    rect(-84, -238, 12, 238, p.trim),
    rect(-100, -232, 196, 12, p.trim),
    segments(
      [
        [-48, -220, -48, -198],
        [76, -220, 76, -198],
      ],
      p.trim,
      5,
    ),
    rect(-66, -198, 160, 104, p.accent, 4),
    words(text, { x: 14, y: -136, size: 40, fill: p.onAccent, anchor: 'middle' }),
  ].join('');
}

/** Stacks of bills, each lower than the one before, and the balance falling along their tops to nothing. */
export function fallingBalance(p: Paint, stacks: readonly number[], pitch: number, end: number): string {
  const width = pitch * 0.68;
  const sheet = 34;
  const left = -((stacks.length - 1) * pitch) / 2;
  const tops = stacks.map((count, index) => [left + index * pitch, -count * sheet] as const);
  const bills = tops.flatMap(([x], index) =>
    spread(stacks[index] ?? 0, 0, 1).map((level) => {
      const y = -(level + 1) * sheet;
      const flap = `M${x - width / 2} ${y + 3}L${x} ${y + 19}L${x + width / 2} ${y + 3}`;
      return (
        rect(x - width / 2, y + 2, width, sheet - 4, level % 2 ? p.shade : p.face, 2) +
        line(flap, p.lit ? p.roof : p.trim, 3)
      );
    }),
  );
  const points = [...tops.map(([x, y]) => [x, y - 42] as const), [end, 0] as const];
  const path = `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join('L')}`;
  return [
    ...bills,
    line(path, p.lit ? p.dark : palette.beacon, 9, { round: true }),
    ...points
      .slice(0, -1)
      .map(([x, y]) => circle(x, y, 13, p.lit ? p.dark : palette.beacon) + circle(x, y, 6, p.lit ? p.face : p.dark)),
  ].join('');
}
