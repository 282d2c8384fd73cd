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
  useLocation,
  useNavigate,
} from 'react-router';
import { NotFoundPage } from '../app/not-found-page.tsx';
import type { PageData } from '../app/page-data.ts';
import { RemoteErrorCard } from '../app/remote-error-card.tsx';
import { notFound } from '../app/route-meta.ts';
import { notFoundRouteId, pageRoute, siteRouteId, siteRoutes } from '../app/routes.tsx';
import { loadComposition } from './composition.ts';
import { whenHydrated } from './early-moves.ts';
import { leaveDocument } from './leave-document.ts';
import { followEntries } from './remotes/entries.ts';
import { PageSource } from './remotes/page-source.ts';
import { RemotePage } from './remotes/remote-page.tsx';

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

interface SiteTab {
  router: SiteRouter;
  /** From here on every other page is a document of its own, because the releases of this one are to be left. */
  leaveWithNextPage: () => void;
}

/**
 * The router of this tab's release set. It has the page that the server rendered from the start, and takes all others from the
 * composition with the first navigation to one of them.
 */
export function createSiteRouter(page: PageData, serverHtml: string | null): SiteTab {
  let isLeaving = false;
  let hasAllPages = false;
  let failure: unknown = null;

  const loadUnlessLeaving = async (load?: () => Promise<unknown>) => {
    if (isLeaving) return leaveDocument(router.state.navigation);
    await load?.();
    return null;
  };

  // Thrown while routes are looked for, an error would take the place of the frame as well.
  const checkComposition = async () => {
    if (failure !== null) throw failure;
  };

  const routeOf = (meta: RouteMeta, source: PageSource, element: ReactElement): RouteObject => ({
    ...pageRoute(meta, <KnownPage element={element} />),
    loader: async ({ request }: LoaderFunctionArgs) => {
      // The values that a parameter may have are known to the release and not to React Router.
      const isKnown = findRoute([meta], new URL(request.url).pathname) !== undefined;
      // A page that failed is loaded again with the next navigation to it.
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
      // Nothing of the page at hand is loaded by the router: the element does it, and React keeps the HTML of the server meanwhile.
      hydrationData: { loaderData: { [route?.path ?? notFoundRouteId]: null } },
      patchRoutesOnNavigation: async ({ patch, path, signal }: PatchRoutesOnNavigationFunctionArgs) => {
        // React Router asks within the page at hand too if its route has a parameter: a dialog, which is an entry, must not wait.
        if (hasAllPages || (remote && path === rendered)) return;
        failure = null;
        const composition = await loadComposition(page.set).catch((error: unknown) => {
          failure = error;
        });
        if (!composition || signal.aborted) return;
        const { remotes } = composition;
        hasAllPages = true;
        const routes = Object.entries(remotes).flatMap(([name, { live, previous }]) =>
          live.routes.map((meta) => {
            const source = new PageSource({ name, live, previous, path: meta.path });
            return routeOf(meta, source, <RemotePage key={meta.path} source={source} />);
          }),
        );
        // The page that the server rendered is there already, and React Router leaves it as it is.
        patch(siteRouteId, routes);
      },
    },
  );
  putInOrder();
  return {
    router,
    leaveWithNextPage: () => {
      isLeaving = true;
    },
  };
}

/** A query or an anchor of the page at hand loads nothing. */
function isOtherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname;
}

/** A page of a remote, unless the address has a value of a parameter that the page does not know. */
function KnownPage({ element }: { element: ReactElement }) {
  return useLoaderData() === notFound ? <NotFoundPage /> : element;
}

/** In place of a page when the composition could not be loaded, so that nobody knows whose page it is. */
function FailedPage() {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  // A hash alone would load nothing.
  return <RemoteErrorCard onRetry={async () => navigate({ pathname, search }, { replace: true, state })} />;
}

/**
 * The page at hand. Its component is lazy, so React keeps the server's HTML until the remote has arrived; should the
 * remote fail, that HTML stays as a static island.
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
 * After a reload, Back changes the address of the same document, and the page at hand was rendered for another one. The router begins
 * at the address that was rendered; what this gives has it go to the visitor's address once the page is hydrated.
 */
function setRenderedAddress({ route, url }: PageData): () => void {
  const { pathname = '/', search = '' } = parsePath(url ?? route?.path ?? '') satisfies Partial<Path>;
  // Some pages are nobody's own: they are rendered once, whatever was asked for.
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
