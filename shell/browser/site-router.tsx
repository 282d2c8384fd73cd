import { routeDataPath } from 'kit/contracts/route-data';
import { RouteDataProvider } from 'kit/site';
import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { Router } from 'react-router';
import { VisitProvider } from '../app/current-visit.tsx';
import type { BrowserVisit, SiteNavigation } from './site-navigation.ts';

interface SiteRouterProps {
  navigation: SiteNavigation;
  children: ReactNode;
}

/** React Router over {@link SiteNavigation}, as its own `BrowserRouter` is one over the browser's history. */
export function SiteRouter({ navigation, children }: SiteRouterProps) {
  const [visit, setVisit] = useState(navigation.visit);
  useLayoutEffect(() => {
    const show = (next: BrowserVisit) => startTransition(() => setVisit(next));
    // The visitor may have gone elsewhere before this was drawn.
    show(navigation.visit);
    return navigation.follow(show);
  }, [navigation]);
  const { meta } = visit.page;
  const path = meta && routeDataPath(meta, visit.location.pathname);
  const data = useMemo(() => ({ path }), [path]);
  return (
    <Router location={visit.location} navigationType={visit.kind} navigator={navigation.navigator}>
      <RouteDataProvider value={data}>
        <VisitProvider value={visit}>{children}</VisitProvider>
      </RouteDataProvider>
    </Router>
  );
}
