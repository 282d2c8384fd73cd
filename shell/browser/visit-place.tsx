import { routeDataPath } from 'kit/contracts/route-data';
import { RouteDataProvider } from 'kit/site';
import { type ReactNode, useMemo } from 'react';
import { UNSAFE_LocationContext as LocationContext } from 'react-router';
import { VisitProvider } from '../app/current-visit.tsx';
import type { BrowserVisit } from './site-navigation.ts';

/** Has everything below it take a visit for where the visitor is. */
export function VisitPlace({ visit, children }: { visit: BrowserVisit; children: ReactNode }) {
  const { meta } = visit.page;
  const path = meta && routeDataPath(meta, visit.location.pathname);
  const data = useMemo(() => ({ path }), [path]);
  const place = useMemo(() => ({ location: visit.location, navigationType: visit.kind }), [visit]);
  return (
    <LocationContext value={place}>
      <RouteDataProvider value={data}>
        <VisitProvider value={visit}>{children}</VisitProvider>
      </RouteDataProvider>
    </LocationContext>
  );
}
