import { findRoute } from 'kit/contracts/match-path';
import { lazy } from 'react';
import { type Path, parsePath } from 'react-router';
import { notFoundPage, type SitePage } from '../app/current-visit.tsx';
import type { PageData } from '../app/page-data.ts';
import { hydratedEvent } from '../app/page-scripts.ts';
import { RemoteErrorCard } from '../app/remote-error-card.tsx';
import { loadComposition, ownerOf } from './composition.ts';
import { followEntries } from './remotes/entries.ts';
import { PageSource } from './remotes/page-source.ts';
import { RemotePage } from './remotes/remote-page.tsx';
import { SiteNavigation } from './site-navigation.ts';

/**
 * The pages of this tab's release set. The one that the server rendered is there from the start; every other page of a
 * remote is discovered from the composition when it is first navigated to.
 */
export function createSiteNavigation(page: PageData, serverHtml: string | null): SiteNavigation {
  const first = renderedPage(page, serverHtml);
  const sources = new Map<string, PageSource>();

  async function findPage(pathname: string): Promise<SitePage> {
    const { route } = page;
    // Another route may be the better one for a path that fits a parameter.
    if (route && !route.path.includes(':') && findRoute([route], pathname)) return first;
    const owner = ownerOf(await loadComposition(page.set), pathname);
    if (!owner) return notFoundPage;
    const { name, live, previous, route: meta } = owner;
    if (meta.path === route?.path) return first;
    const source = sources.get(meta.path) ?? new PageSource({ name, live, previous, path: meta.path });
    sources.set(meta.path, source);
    // One that failed is tried again with the next navigation.
    await source.load();
    return { meta, element: <RemotePage key={meta.path} source={source} /> };
  }

  async function findPageOrCard(pathname: string, retry: () => Promise<void>): Promise<SitePage> {
    try {
      return await findPage(pathname);
    } catch (error) {
      console.warn('[shell] a page failed.', error);
      // A try at another page says nothing of this one.
      return { meta: null, element: <RemoteErrorCard key={pathname} onRetry={retry} /> };
    }
  }

  return new SiteNavigation(first, findPageOrCard, { renderedAt: renderedElsewhere(page), untilAlive });
}

/** The address that the server rendered, unless it still is the visitor's. Other queries than the route's are none to it. */
function renderedElsewhere({ route, url }: PageData): Partial<Path> | undefined {
  // Nobody's own: what is not there, whatever was asked for.
  if (!route || (!url && route.path.includes(':'))) return undefined;
  const { pathname = '/', search = '' } = parsePath(url ?? route.path);
  const isHere = pathname === location.pathname && (!route.search || search === location.search);
  return isHere ? undefined : { pathname, search };
}

function untilAlive(): Promise<void> | undefined {
  if ('hydrated' in document.documentElement.dataset) return undefined;
  return new Promise((resolve) => {
    document.addEventListener(hydratedEvent, () => resolve(), { once: true });
  });
}

/**
 * The page at hand. Its component is lazy, so React keeps the server's HTML until the remote has arrived; should the
 * remote fail, that HTML stays as a static island.
 */
function renderedPage({ remote, route }: PageData, serverHtml: string | null): SitePage {
  if (!remote || !route) return notFoundPage;
  const source = new PageSource({ ...remote, path: route.path });
  const takeEntries = serverHtml === null ? undefined : followEntries(document);
  const Page = lazy(async () => {
    await source.load();
    if (serverHtml === null) return { default: () => <RemotePage source={source} /> };
    return { default: () => <RemotePage source={source} serverHtml={serverHtml} takeEntries={takeEntries} /> };
  });
  return { meta: route, element: <Page /> };
}
