import type { Point } from '../shapes.ts';

/** A cone from a lamp to two points. */
export function cone(from: Point, upper: Point, lower: Point): readonly Point[] {
  return [from, upper, lower];
}
