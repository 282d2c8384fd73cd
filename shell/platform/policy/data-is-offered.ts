import type { RouteMeta } from 'kit/contracts/release';
import type { ReleasePolicy } from './release-policy.ts';

/**
 * Whether the host asks for what a route names as its data: segment for segment what the host offers, with parameters of the
 * route's own path. True for a route that names none.
 */
export function dataIsOffered(
  { offeredData }: Pick<ReleasePolicy, 'offeredData'>,
  { path, data }: Pick<RouteMeta, 'path' | 'data'>,
): boolean {
  if (data === undefined) return true;
  const own = new Set(parametersIn(path));
  return parametersIn(data).every((name) => own.has(name)) && offeredData.map(shapeOf).includes(shapeOf(data));
}

function parametersIn(pattern: string): string[] {
  return pattern.split('/').filter((segment) => segment.startsWith(':'));
}

function shapeOf(pattern: string): string {
  return pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? ':' : segment))
    .join('/');
}
