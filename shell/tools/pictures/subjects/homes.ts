import type { Paint } from '../paint.ts';
import { area, circle, ellipse, line, type Point, polygon, rect, segments, short, spread } from '../shapes.ts';

// Everything here stands on y = 0 and is centred on x = 0.

interface Cottage {
  width: number;
  wall: number;
  /** Height of the roof above the wall. */
  rise: number;
  windows?: 1 | 2;
}

/** A neighbour: gable to the street, door and windows, nothing more. */
export function cottage(p: Paint, { width, wall, rise, windows = 2 }: Cottage): string {
  const half = width / 2;
  const eave = width * 0.09;
  const pane = width * 0.17;
  const door = rect(windows === 2 ? -pane * 0.55 : -half + pane * 0.7, -wall * 0.62, pane * 1.1, wall * 0.62, p.roof);
  const panes = windows === 2 ? [-half + pane * 0.75, half - pane * 1.75] : [half - pane * 2];
  return [
    rect(half * 0.42, -wall - rise * 0.92, width * 0.12, rise * 0.7, p.shade),
    polygon(
      [
        [-half, 0],
        [-half, -wall],
        [0, -wall - rise],
        [half, -wall],
        [half, 0],
      ],
      p.face,
    ),
    polygon(
      [
        [-half - eave, -wall + eave * 0.55],
        [0, -wall - rise - eave * 0.2],
        [half + eave, -wall + eave * 0.55],
        [half + eave, -wall - eave * 0.35],
        [0, -wall - rise - eave * 1.5],
        [-half - eave, -wall - eave * 0.35],
      ],
      p.roof,
    ),
    door,
    ...panes.map((x) => rect(x, -wall * 0.7, pane, pane * 1.15, p.glass)),
  ].join('');
}

/** A pitched roof seen from the eaves, with rows of shingles; the storm has taken a few. */
export function shingledHouse(p: Paint): string {
  const wall = 150;
  const rise = 190;
  const slope = (y: number) => 300 - (120 * (y - wall)) / rise;
  const step = rise / 6;
  const courses = spread(5, wall + step, step);
  const joints = courses.flatMap((y, row) =>
    spread(16, -292 + (row % 2) * 20, 40)
      .filter((x) => Math.abs(x) < slope(y) - 14)
      .map((x) => [x, -y, x, -y + step] as const),
  );
  const gaps: readonly Point[] = [
    [48, 1],
    [88, 1],
    [68, 2],
    [148, 2],
    [108, 4],
  ];
  return [
    rect(-190, -wall - rise - 46, 62, 130, p.shade),
    rect(-198, -wall - rise - 58, 78, 16, p.trim),
    rect(-250, -wall, 500, wall, p.face),
    rect(-250, -wall, 500, 16, p.shade),
    polygon(
      [
        [-300, -wall],
        [-180, -wall - rise],
        [180, -wall - rise],
        [300, -wall],
      ],
      p.roof,
    ),
    ...gaps.map(([x, row]) => rect(x - 20, -wall - step * row, 40, step, p.dark)),
    segments([...courses.map((y) => [-slope(y), -y, slope(y), -y] as const), ...joints], p.roofShade, 3.5),
    rect(-306, -wall - 6, 612, 14, p.trim),
    rect(-36, -104, 62, 104, p.roof),
    circle(12, -50, 4.5, p.face),
    ...[-200, -126].map((x) => pane(p, x, -112, 56, 66)),
    ...[74, 160].map((x) => pane(p, x, -112, 56, 66)),
  ].join('');
}

export function pane(p: Paint, x: number, y: number, width: number, height: number): string {
  return (
    rect(x, y, width, height, p.glass) +
    line(
      `M${short(x + width / 2)} ${short(y)}v${short(height)}M${short(x)} ${short(y + height / 2)}h${short(width)}`,
      p.face,
      3,
    ) +
    rect(x - 5, y + height, width + 10, 7, p.trim)
  );
}

/** Leans to the right, its feet at 0,0. */
export function ladder(p: Paint, height: number, lean: number): string {
  const rungs = spread(Math.floor(height / 26), 20, 26).map((y) => {
    const x = (lean * y) / height;
    return [x - 17, -y, x + 17, -y] as const;
  });
  return segments([[-17, 0, lean - 17, -height], [17, 0, lean + 17, -height], ...rungs], p.trim, 6);
}

export function tree(p: Paint, height: number): string {
  const r = height * 0.3;
  return (
    line(`M0 0V${short(-height * 0.5)}`, p.trim, height * 0.045) +
    ellipse(0, -height + r * 1.15, r, r * 1.15, p.leaf) +
    area(`M0 ${short(-height)}a${short(r)} ${short(r * 1.15)} 0 0 1 0 ${short(r * 2.3)}Z`, p.leafShade)
  );
}

export function cypress(p: Paint, height: number): string {
  const r = height * 0.17;
  const crown = `M0 ${short(-height)}C${short(r * 1.5)} ${short(-height * 0.55)} ${short(r * 1.25)} ${short(-height * 0.12)} 0 ${short(-height * 0.08)}`;
  return (
    line('M0 0V-20', p.trim, 7) +
    area(
      `${crown}C${short(-r * 1.25)} ${short(-height * 0.12)} ${short(-r * 1.5)} ${short(-height * 0.55)} 0 ${short(-height)}Z`,
      p.leaf,
    ) +
    area(`${crown}Z`, p.leafShade)
  );
}

/** The house that is for sale: two volumes, a porch and a garage. */
export function villa(p: Paint): string {
  return [
    rect(96, -330, 46, 110, p.shade),
    rect(-40, -176, 300, 176, p.shade),
    polygon(
      [
        [-70, -170],
        [10, -262],
        [216, -262],
        [292, -170],
      ],
      p.roofShade,
    ),
    polygon(
      [
        [-220, 0],
        [-220, -186],
        [-90, -306],
        [40, -186],
        [40, 0],
      ],
      p.face,
    ),
    polygon(
      [
        [-252, -160],
        [-90, -310],
        [72, -160],
        [72, -196],
        [-90, -346],
        [-252, -196],
      ],
      p.roof,
    ),
    pane(p, -120, -222, 60, 66),
    pane(p, -190, -112, 66, 70),
    rect(-66, -118, 66, 118, p.roof),
    circle(-14, -56, 5, p.face),
    rect(84, -118, 146, 118, p.face),
    segments(
      spread(3, -92, 28).map((y) => [84, y, 230, y] as const),
      p.shade,
      4,
    ),
  ].join('');
}

/** A low house whose whole roof carries panels. */
export function solarHouse(p: Paint): string {
  const corner = (u: number, v: number): Point => [-262 + u * 524 + v * 70, -150 - v * 168];
  const panel = (column: number, row: number) => {
    const [u0, u1] = [0.03 + column * 0.157, 0.03 + column * 0.157 + 0.143];
    const [v0, v1] = [0.08 + row * 0.44, 0.08 + row * 0.44 + 0.39];
    return { u0, u1, v0, v1 };
  };
  const panels = spread(6, 0, 1).flatMap((column) => [0, 1].map((row) => panel(column, row)));
  const cells = panels.flatMap(({ u0, u1, v0, v1 }) => {
    const middle = (u0 + u1) / 2;
    const across = [1 / 3, 2 / 3].map((share) => {
      const v = v0 + (v1 - v0) * share;
      return [...corner(u0, v), ...corner(u1, v)] as const;
    });
    return [[...corner(middle, v0), ...corner(middle, v1)] as const, ...across];
  });
  return [
    rect(-236, -150, 480, 150, p.face),
    polygon(
      [
        [244, 0],
        [244, -150],
        [324, -322],
        [404, -150],
        [404, 0],
      ],
      p.shade,
    ),
    segments([[326, -322, 416, -134]], p.roofShade, 16),
    rect(300, -112, 52, 58, p.glass),
    polygon(
      [
        [-282, -146],
        [-206, -326],
        [338, -326],
        [262, -146],
      ],
      p.roofShade,
    ),
    ...panels.map(({ u0, u1, v0, v1 }) =>
      polygon([corner(u0, v0), corner(u1, v0), corner(u1, v1), corner(u0, v1)], p.glass),
    ),
    segments(cells, p.lit ? '#3A4E63' : p.roofShade, 2.5),
    rect(-282, -150, 546, 12, p.trim),
    rect(-30, -106, 60, 106, p.roof),
    circle(16, -52, 4.5, p.face),
    ...[-206, -124].map((x) => pane(p, x, -108, 56, 58)),
    ...[66, 148].map((x) => pane(p, x, -108, 56, 58)),
  ].join('');
}
