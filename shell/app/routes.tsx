import type { RouteMeta } from 'kit/contracts/release';
import { type RouteAnswer, routeDataPath } from 'kit/contracts/route-data';
import { RouteDataProvider } from 'kit/site';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import { type RouteObject, useLocation } from 'react-router';
import { Frame, Layout } from './layout/layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { FailedPage } from './remote-error-card.tsx';
import { useRouteMeta } from './route-meta.ts';

/** The route of the frame. All remotes' pages are its children. */
export const siteRouteId = 'site';

/** The route of every address that no remote serves. */
export const notFoundRouteId = 'not-found';

interface SiteRoutes {
  pages: RouteObject[];
  /** Overrides for the addresses that no remote serves. */
  otherwise?: Pick<RouteObject, 'loader' | 'errorElement'>;
  /** On the server: the API's answer for the route's data, or null if it did not answer. */
  answer?: RouteAnswer | null;
}

/** The routes of the site. Server and browser use the same ones, so that the browser can hydrate the page. */
export function siteRoutes({ pages, otherwise, answer }: SiteRoutes): RouteObject[] {
  const element = (
    <RouteData answer={answer}>
      <Layout />
    </RouteData>
  );
  // Keeps the frame if something in it throws, so that the visitor can continue.
  const errorElement = (
    <Frame>
      <FailedPage />
    </Frame>
  );
  const rest: RouteObject = { ...otherwise, id: notFoundRouteId, path: '*', element: <NotFoundPage /> };
  return [{ id: siteRouteId, element, errorElement, children: [...pages, rest] }];
}

export function pageRoute(meta: RouteMeta, element: ReactElement): RouteObject {
  return { id: meta.path, path: meta.path, handle: meta, element };
}

function RouteData({ answer, children }: { answer?: RouteAnswer | null | undefined; children: ReactNode }) {
  const meta = useRouteMeta();
  const { pathname } = useLocation();
  const path = meta && routeDataPath(meta, pathname);
  const data = useMemo(() => (answer === undefined ? { path } : { path, answer }), [path, answer]);
  return <RouteDataProvider value={data}>{children}</RouteDataProvider>;
}
