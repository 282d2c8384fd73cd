import { routeDataPath } from 'kit/contracts/route-data';
import { RouteDataProvider } from 'kit/site';
import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { UNSAFE_LocationContext as LocationContext, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { VisitProvider } from '../app/current-visit.tsx';
import type { BrowserVisit, SiteNavigation } from './site-navigation.ts';

interface SiteRouterProps {
  navigation: SiteNavigation;
  children: ReactNode;
}

/**
 * What React Router's hooks take of a `Router`, over {@link SiteNavigation}. Its own component brings all that routers with
 * loaders draw.
 */
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
  const { navigator } = navigation;
  const router = useMemo(
    () => ({ basename: '/', navigator, static: false, useTransitions: undefined, future: {} }),
    [navigator],
  );
  const place = useMemo(() => ({ location: visit.location, navigationType: visit.kind }), [visit]);
  return (
    <NavigationContext value={router}>
      <LocationContext value={place}>
        <RouteDataProvider value={data}>
          <VisitProvider value={visit}>{children}</VisitProvider>
        </RouteDataProvider>
      </LocationContext>
    </NavigationContext>
  );
}
