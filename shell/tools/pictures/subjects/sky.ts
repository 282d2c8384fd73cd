import type { Paint } from '../paint.ts';
import { area, circle, type Point, rect, short } from '../shapes.ts';

/** Small lights of the night; the beam is brighter than they are. */
export function stars(p: Paint, places: readonly Point[]): string {
  if (p.lit) return '';
  return places.map(([x, y], index) => circle(x, y, index % 3 ? 2 : 3, p.dot)).join('');
}

/** A low range of hills from `from` to `to`, standing on y = 0; `tops` are their heights. */
export function hills(p: Paint, from: number, to: number, tops: readonly number[]): string {
  const step = (to - from) / tops.length;
  const crests = tops.map((top, index) => {
    const x = from + index * step;
    return `C${short(x + step * 0.3)} ${short(-top)} ${short(x + step * 0.7)} ${short(-top)} ${short(x + step)} ${short(index === tops.length - 1 ? 0 : -top * 0.45)}`;
  });
  return area(`M${short(from)} 0${crests.join('')}V0Z`, p.leafShade);
}

/** A heavy cloud whose flat foot is at y = 0, centred on x = 0. */
export function cloud(p: Paint, width: number): string {
  const r = width / 2;
  return (
    circle(-r * 0.5, -r * 0.28, r * 0.28, p.shade) +
    circle(-r * 0.05, -r * 0.42, r * 0.42, p.shade) +
    circle(r * 0.48, -r * 0.3, r * 0.3, p.shade) +
    rect(-r * 0.78, -r * 0.28, r * 1.56, r * 0.28, p.shade, r * 0.14)
  );
}

/** Hailstones falling from a cloud, slanted by the wind. */
export function hail(p: Paint, width: number, rows: number): string {
  return Array.from({ length: rows * 5 }, (_, index) => {
    const row = Math.floor(index / 5);
    const x = -width / 2 + (index % 5) * (width / 5) + (row % 2) * (width / 10) - row * 14;
    return circle(x, 24 + row * 34, row % 2 ? 5 : 7, p.lit ? p.face : p.roof);
  }).join('');
}
