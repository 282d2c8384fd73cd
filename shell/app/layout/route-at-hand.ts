import { segmentsOf } from 'kit/contracts/match-path';
import type { ContextType } from 'react';
import type { UNSAFE_RouteContext as RouteContext } from 'react-router';

/**
 * A route that is known to fit the path, as React Router has it for its parameters and for links that are relative to it:
 * its `useRoutes` takes 3 kB of every first page to find out which one does.
 *
 * @param path of literal and `:parameter` segments; null for what stands where no route is.
 */
export function routeAtHand(path: string | null, pathname: string): ContextType<typeof RouteContext> {
  const given = decode(segmentsOf(pathname));
  const params: Record<string, string> = {};
  for (const [index, segment] of segmentsOf(path ?? '').entries())
    if (segment.startsWith(':')) params[segment.slice(1)] = given[index] ?? '';
  const pathnameBase = path === null ? '/' : pathname.replace(/(.)\/+$/, '$1');
  return {
    outlet: null,
    matches: [{ params, pathname, pathnameBase, route: { path: path ?? '*' } }],
    isDataRoute: false,
  };
}

/** As they are written, where one of them cannot be decoded. */
function decode(segments: string[]): string[] {
  try {
    return segments.map((segment) => decodeURIComponent(segment));
  } catch {
    return segments;
  }
}
