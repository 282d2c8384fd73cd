import { palette } from '../../../../kit/theme/palette.ts';
import type { Paint } from '../paint.ts';
import { area, circle, polygon, rect, ring, segments, short, spread } from '../shapes.ts';

// Everything here stands on y = 0 and is centred on x = 0.

/** The tower of the site's motif; its lamp is 330 above its foot. */
export function lighthouse(p: Paint): string {
  return [
    polygon(
      [
        [-34, 0],
        [-20, -290],
        [20, -290],
        [34, 0],
      ],
      p.face,
    ),
    polygon(
      [
        [6, -290],
        [20, -290],
        [34, 0],
        [12, 0],
      ],
      p.shade,
    ),
    polygon(
      [
        [-29, -90],
        [-26, -150],
        [26, -150],
        [29, -90],
      ],
      p.roof,
    ),
    polygon(
      [
        [-23, -230],
        [-21.5, -262],
        [21.5, -262],
        [23, -230],
      ],
      p.roof,
    ),
    rect(-36, -298, 72, 12, p.trim),
    rect(-19, -346, 38, 48, palette.beacon),
    polygon(
      [
        [-27, -344],
        [0, -382],
        [27, -344],
      ],
      p.trim,
    ),
  ].join('');
}

export function officeBlock(p: Paint, width: number, height: number): string {
  const columns = Math.floor((width - 24) / 34);
  const floors = Math.floor((height - 40) / 40);
  const inset = (width - (columns * 34 - 14)) / 2;
  const windows = spread(columns, -width / 2 + inset, 34).map(
    (x) => [x + 10, -height + 22, x + 10, -height + 6 + floors * 40] as const,
  );
  const beams = spread(floors, -height + 22 + 24, 40).map((y) => [-width / 2, y + 8, width / 2, y + 8] as const);
  return (
    rect(-width / 2, -height, width, height, p.face) +
    segments(windows, p.glass, 20) +
    segments(beams, p.face, 16) +
    rect(-width / 2 - 6, -height - 8, width + 12, 12, p.trim)
  );
}

/** The sign for a place on a map; its point is at 0,0. */
export function mapPin(p: Paint, size: number): string {
  const r = size * 0.36;
  return (
    area(
      `M0 0C${short(-r * 0.5)} ${short(-size * 0.3)} ${short(-r)} ${short(-size * 0.42)} ${short(-r)} ${short(-size + r)}a${short(r)} ${short(r)} 0 0 1 ${short(2 * r)} 0C${short(r)} ${short(-size * 0.42)} ${short(r * 0.5)} ${short(-size * 0.3)} 0 0Z`,
      p.accent,
    ) + circle(0, -size + r, r * 0.42, p.onAccent)
  );
}

/** Head and shoulders, as people stand in the field. */
export function person(p: Paint, height: number, coat: string, skin: string = p.dark): string {
  const head = height * 0.22;
  const body = height * 0.34;
  return (
    area(
      `M${short(-body)} 0V${short(-height * 0.28)}a${short(body)} ${short(body * 0.86)} 0 0 1 ${short(body * 2)} 0V0Z`,
      coat,
    ) + circle(0, -height + head, head, skin)
  );
}

/** Somebody who asks for a quote. */
export function client(p: Paint, height: number, coat: string): string {
  return person(p, height, coat, p.shade);
}

/** Somebody of the firm, in a hard hat. */
export function crew(p: Paint, height: number, coat: string, hat: string): string {
  const r = height * 0.22;
  const brow = -height + r * 0.8;
  return (
    client(p, height, coat) +
    area(`M${short(-r)} ${short(brow)}a${short(r)} ${short(r)} 0 0 1 ${short(r * 2)} 0Z`, hat) +
    rect(-r * 1.35, brow - r * 0.12, r * 2.7, r * 0.24, hat, r * 0.12)
  );
}

export function sun(x: number, y: number, r: number): string {
  return circle(x, y, r, palette.beacon) + ring(x, y, r * 1.35, palette.beacon, 4);
}
