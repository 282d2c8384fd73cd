import type { RouteMeta } from 'kit/contracts/release';
import { lazy } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import type { PageData } from '../app/page-data.ts';
import { pageRoute, remoteRoutesParent, siteRoutes } from '../app/routes.tsx';
import { loadComposition, ownerOf } from './composition.ts';
import { followEntries } from './remotes/entries.ts';
import { PageSource } from './remotes/page-source.ts';
import { RemotePage } from './remotes/remote-page.tsx';

interface ServerPart {
  /** There is HTML of the server, of the whole page or of what stands around it. */
  isServerRendered: boolean;
  /** What the server rendered of the page itself. */
  serverHtml: string | undefined;
}

/**
 * The browser's router. The page that the server rendered is in it from the start; every other page of a remote is
 * discovered from the composition when it is first navigated to.
 */
export function createSiteRouter(page: PageData, server: ServerPart) {
  const patched = new Set<string>();
  return createBrowserRouter(siteRoutes(renderedRoute(page, server)), {
    // Without it a path with parameters starts uninitialised and nothing is hydrated.
    hydrationData: { loaderData: {} },
    async patchRoutesOnNavigation({ path, patch }) {
      const owner = ownerOf(await loadComposition(page.set), path);
      if (!owner || patched.has(owner.name)) return;
      const { name, live, previous } = owner;
      patched.add(name);
      patch(
        remoteRoutesParent,
        live.routes
          .filter((meta) => meta.path !== page.route?.path)
          .map((meta) => remoteRoute(meta, new PageSource({ name, live, previous, path: meta.path }))),
      );
    },
  });
}

/**
 * The route of the page at hand. Its component is lazy, so React keeps the server's HTML until the remote has arrived;
 * should the remote fail, that HTML stays as a static island.
 */
function renderedRoute({ remote, route }: PageData, { isServerRendered, serverHtml }: ServerPart): RouteObject[] {
  if (!remote || !route) return [];
  const source = new PageSource({ ...remote, path: route.path });
  if (!isServerRendered) return [remoteRoute(route, source)];
  const Page = lazy(async () => {
    await source.load();
    const takeEntries = followEntries(document);
    return { default: () => <RemotePage source={source} serverHtml={serverHtml} takeEntries={takeEntries} /> };
  });
  return [pageRoute(route, Page)];
}

/** A page that is loaded when it is navigated to; one that failed is tried again with the next navigation. */
function remoteRoute(meta: RouteMeta, source: PageSource): RouteObject {
  return {
    ...pageRoute(meta, () => <RemotePage source={source} />),
    loader: async () => {
      await source.load();
      return null;
    },
    shouldRevalidate: () => false,
  };
}
