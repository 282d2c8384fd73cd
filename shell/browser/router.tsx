import type { BrowserComposition } from 'kit/contracts/composition';
import { lazy } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { findRoute } from '../app/match-path.ts';
import type { PageData } from '../app/page-data.ts';
import { lazyPageRoute, pageRoute, remoteRoutesParent, siteRoutes } from '../app/routes.tsx';
import { StaticIsland } from '../app/static-island.tsx';
import { loadComposition } from './composition.ts';
import { loadPage } from './remotes/remotes.ts';

/**
 * The browser's router. The page that the server rendered is in it from the start; every other page of a remote is
 * discovered from the composition when it is first navigated to.
 */
export function createSiteRouter(page: PageData, serverHtml: string | null) {
  const patched = new Set<string>();
  return createBrowserRouter(siteRoutes(renderedRoute(page, serverHtml)), {
    // Without it a path with parameters starts uninitialised and nothing is hydrated.
    hydrationData: { loaderData: {} },
    async patchRoutesOnNavigation({ path, patch }) {
      const { remotes } = await loadComposition(page.revision);
      const name = ownerOf(remotes, path);
      const releases = name ? remotes[name] : undefined;
      if (!name || !releases || patched.has(name)) return;
      patched.add(name);
      patch(
        remoteRoutesParent,
        releases.live.routes
          .filter((meta) => meta.path !== page.route?.path)
          .map((meta) => lazyPageRoute(meta, () => loadPage(name, releases, meta.path))),
      );
    },
  });
}

function ownerOf(remotes: BrowserComposition['remotes'], path: string): string | undefined {
  return Object.keys(remotes).find((name) => findRoute(remotes[name]?.live.routes ?? [], path));
}

/**
 * The route of the page at hand. Its component is lazy, so React keeps the server's HTML until the remote has arrived;
 * should the remote fail, that HTML stays as a static island.
 */
function renderedRoute({ remote, route }: PageData, serverHtml: string | null): RouteObject[] {
  if (!remote || !route) return [];
  if (serverHtml === null) return [lazyPageRoute(route, () => loadPage(remote.name, remote, route.path))];
  const Page = lazy(async () => {
    try {
      return { default: await loadPage(remote.name, remote, route.path) };
    } catch (error) {
      console.warn('[shell] the page stays static.', error);
      return { default: () => <StaticIsland html={serverHtml} /> };
    }
  });
  return [pageRoute(route, Page)];
}
