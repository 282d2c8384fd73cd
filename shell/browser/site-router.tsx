import { findRoute } from 'kit/contracts/match-path';
import type { RouteMeta } from 'kit/contracts/release';
import { lazy, type ReactElement } from 'react';
import {
  createBrowserRouter,
  createPath,
  type LoaderFunctionArgs,
  type PatchRoutesOnNavigationFunctionArgs,
  type Path,
  parsePath,
  type RouteObject,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router';
import { NotFoundPage } from '../app/not-found-page.tsx';
import type { PageData } from '../app/page-data.ts';
import { FailedPage } from '../app/remote-error-card.tsx';
import { notFound } from '../app/route-meta.ts';
import { notFoundRouteId, pageRoute, siteRouteId, siteRoutes } from '../app/routes.tsx';
import { loadComposition } from './composition.ts';
import { whenHydrated } from './early-moves.ts';
import { leaveDocument, needsDocument } from './leave-document.ts';
import { followEntries } from './remotes/entries.ts';
import { PageSource } from './remotes/page-source.ts';
import { RemotePage } from './remotes/remote-page.tsx';

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/**
 * The router of this tab's release set. It starts with the page that the server rendered and takes all other routes from
 * the composition at the first navigation to one of them.
 */
export function createSiteRouter(page: PageData, serverHtml: string | null) {
  let isLeaving = false;
  let hasAllPages = false;
  let failure: unknown = null;

  const loadUnlessLeaving = async (load?: () => Promise<unknown>) => {
    if (isLeaving) return leaveDocument(router.state.navigation);
    await load?.();
    return null;
  };

  // An error thrown during route discovery would also replace the frame.
  const checkComposition = async () => {
    if (failure !== null) throw failure;
  };

  const routeOf = (meta: RouteMeta, source: PageSource, element: ReactElement): RouteObject => ({
    ...pageRoute(meta, <KnownPage element={element} />),
    loader: async ({ request }: LoaderFunctionArgs) => {
      // The release lists a parameter's allowed values, which React Router does not know.
      const isKnown = findRoute([meta], new URL(request.url).pathname) !== undefined;
      // The next navigation to a failed page loads it again.
      return (await loadUnlessLeaving(isKnown ? () => source.load() : undefined)) ?? (isKnown ? null : notFound);
    },
    shouldRevalidate: isOtherPage,
  });

  const pages: RouteObject[] = [];
  const { route, remote } = page;
  if (route && remote) {
    const source = new PageSource({ ...remote, path: route.path });
    pages.push(routeOf(route, source, renderedPage(source, serverHtml)));
  }

  const putInOrder = setRenderedAddress(page);
  const { pathname: rendered } = location;
  const router = createBrowserRouter(
    siteRoutes({
      pages,
      otherwise: { loader: () => loadUnlessLeaving(checkComposition), errorElement: <FailedPage /> },
    }),
    {
      // The router loads nothing for the current page: the element loads it, and React keeps the server's HTML until then.
      hydrationData: { loaderData: { [route?.path ?? notFoundRouteId]: null } },
      patchRoutesOnNavigation: async ({ patch, path, signal }: PatchRoutesOnNavigationFunctionArgs) => {
        // React Router also calls this within the current page if its route has a parameter. A dialog is a history entry and must not wait.
        if (hasAllPages || (remote && path === rendered)) return;
        failure = null;
        const composition = await loadComposition(page.set).catch((error: unknown) => {
          failure = error;
        });
        if (!composition || signal.aborted) return;
        const { remotes } = composition;
        hasAllPages = true;
        const routes = Object.entries(remotes).flatMap(([name, { live, previous }]) => {
          const isOfOtherDocument = needsDocument(remote, { name, live });
          return live.routes.map((meta) => {
            const source = new PageSource({ name, live, previous, path: meta.path });
            const route = routeOf(meta, source, <RemotePage key={meta.path} source={source} />);
            return isOfOtherDocument ? { ...route, loader: () => leaveDocument(router.state.navigation) } : route;
          });
        });
        // React Router keeps the existing route of the page that the server rendered.
        patch(siteRouteId, routes);
      },
    },
  );
  putInOrder();
  return {
    router,
    /** Makes the next navigation a full page load, because this tab's releases are outdated. */
    leaveWithNextPage: () => {
      isLeaving = true;
    },
  };
}

/** A changed query or anchor of the current page loads nothing. */
function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** A page of a remote, or not found for a parameter value that the page does not know. */
function KnownPage({ element }: { element: ReactElement }) {
  return useLoaderData() === notFound ? <NotFoundPage /> : element;
}

/**
 * The current page. Its component is lazy, so React keeps the server's HTML until the remote has loaded; if the remote
 * fails, that HTML stays as a static island.
 */
function renderedPage(source: PageSource, serverHtml: string | null): ReactElement {
  const takeEntries = serverHtml === null ? undefined : followEntries(document);
  const Page = lazy(async () => {
    await source.load();
    if (serverHtml === null) return { default: () => <RemotePage source={source} /> };
    return { default: () => <RemotePage source={source} serverHtml={serverHtml} takeEntries={takeEntries} /> };
  });
  return <Page />;
}

/**
 * After a reload, Back changes the URL of the same document, which was rendered for another one. The router starts at the
 * rendered URL; the returned function moves it to the visitor's URL after hydration.
 */
function setRenderedAddress({ route, url }: PageData): () => void {
  const { pathname = '/', search = '' } = parsePath(url ?? route?.path ?? '') satisfies Partial<Path>;
  // A page without an address of its own is rendered once for all addresses.
  const isOfAnyAddress = !route || (!url && route.path.includes(':'));
  if (isOfAnyAddress || (pathname === location.pathname && (!route.search || search === location.search)))
    return () => {};
  const { href } = location;
  let hasMoved = false;
  addEventListener('popstate', () => (hasMoved = true), { once: true });
  history.replaceState(history.state, '', createPath({ pathname, search }));
  return () =>
    whenHydrated(() => {
      if (hasMoved) return;
      history.replaceState(history.state, '', href);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    });
}
