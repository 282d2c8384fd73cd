import { segmentsOf } from 'kit/contracts/match-path';
import { type ComponentType, type ContextType, createContext, useMemo } from 'react';
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router';
import { useVisit } from '../current-visit.tsx';

/** The current page, inside the context of its route. */
export function CurrentPage() {
  const { meta, element } = useVisit().page;
  const { pathname } = useLocation();
  const path = meta?.path ?? null;
  const route = useMemo(() => currentRoute(path, pathname), [path, pathname]);
  return <RouteContext value={route}>{element}</RouteContext>;
}

/** Renders what is inside the frame. A browser that renders pages ahead replaces it by one that has these pages too. */
export const Pages = createContext<ComponentType>(CurrentPage);

/**
 * The context that React Router has for a route that matches the path: its parameters, and the base of relative links. React Router's
 * own `useRoutes` would add 3 kB to every first page to find the route, which is known here.
 *
 * @param path consists of literal and `:parameter` segments; null where there is no route.
 */
export function currentRoute(path: string | null, pathname: string): ContextType<typeof RouteContext> {
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

/** Gives the segments as they are where one of them cannot be decoded. */
function decode(segments: string[]): string[] {
  try {
    return segments.map((segment) => decodeURIComponent(segment));
  } catch {
    return segments;
  }
}
