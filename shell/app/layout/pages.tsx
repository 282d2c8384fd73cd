import { type ComponentType, createContext, useMemo } from 'react';
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router';
import { useVisit } from '../current-visit.tsx';
import { routeAtHand } from './route-at-hand.ts';

/** The page that is shown, as its route has it. */
export function PageAtHand() {
  const { meta, element } = useVisit().page;
  const { pathname } = useLocation();
  const path = meta?.path ?? null;
  const route = useMemo(() => routeAtHand(path, pathname), [path, pathname]);
  return <RouteContext value={route}>{element}</RouteContext>;
}

/** What stands inside the frame: the page at hand, and where a browser draws pages ahead, those, too. */
export const Pages = createContext<ComponentType>(PageAtHand);
