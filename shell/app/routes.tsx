import type { RouteMeta } from 'kit/contracts/release';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Layout } from './layout/layout.tsx';
import { PagePending } from './layout/page-pending.tsx';
import { RootErrorPage } from './layout/root-error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RemoteErrorPage } from './remote-error-page.tsx';

/** Remote routes are patched in below this route, so that an error of theirs stays inside the layout. */
export const remoteRoutesParent = 'remotes';

/** A page of a remote as React Router sees it; `handle` is what {@link PageHead} reads. */
export function pageRoute(meta: RouteMeta, Component: ComponentType): RouteObject {
  return { path: meta.path, handle: meta, Component };
}

/** The route tree of the site: the layout, the given pages of remotes, and the not-found page for the rest. */
export function siteRoutes(pages: RouteObject[]): RouteObject[] {
  return [
    {
      id: 'root',
      Component: Layout,
      ErrorBoundary: RootErrorPage,
      HydrateFallback: PagePending,
      children: [
        {
          id: remoteRoutesParent,
          ErrorBoundary: RemoteErrorPage,
          children: [...pages, { path: '*', id: 'not-found', Component: NotFoundPage }],
        },
      ],
    },
  ];
}
