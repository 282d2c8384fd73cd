import { type ReactNode, startTransition, useLayoutEffect, useMemo, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { Pages } from '../app/layout/pages.tsx';
import { PrerenderedPages, VisitsContext } from './prerendered-pages.tsx';
import type { SiteNavigation, Visits } from './site-navigation.ts';
import { VisitPlace } from './visit-place.tsx';

interface SiteRouterProps {
  navigation: SiteNavigation;
  children: ReactNode;
}

/**
 * What React Router's hooks take of a `Router`, over {@link SiteNavigation}. Its own component brings all that routers with
 * loaders draw.
 */
export function SiteRouter({ navigation, children }: SiteRouterProps) {
  const [visits, setVisits] = useState<Visits>(navigation.visits);
  useLayoutEffect(() => {
    const show = (next: Visits) => startTransition(() => setVisits(next));
    // The visitor may have gone elsewhere before this was drawn.
    show(navigation.visits);
    return navigation.follow(show);
  }, [navigation]);
  const { navigator } = navigation;
  const router = useMemo(
    () => ({ basename: '/', navigator, static: false, useTransitions: undefined, future: {} }),
    [navigator],
  );
  return (
    <NavigationContext value={router}>
      <Pages value={PrerenderedPages}>
        <VisitsContext value={visits}>
          <VisitPlace visit={visits.visit}>{children}</VisitPlace>
        </VisitsContext>
      </Pages>
    </NavigationContext>
  );
}
