import { routeDataPath } from 'kit/contracts/route-data';
import { keepRouteAnswer } from 'kit/site';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createStyleCache } from '../app/emotion-cache.ts';
import { frameDigest, type PageData } from '../app/page-data.ts';
import { SiteTree } from '../app/site-tree.tsx';
import { readPageData } from './composition.ts';
import { holdEarlyMoves, nameTypedEntries } from './early-moves.ts';
import { loadPagesAhead } from './remotes/load-ahead.ts';
import { createSiteRouter } from './site-router.tsx';
import { watchVisit } from './visits/watch-visit.ts';
import { leaveWithdrawnReleases } from './withdrawn-releases.ts';

const root = document.getElementById('root');
if (!root) throw new Error('this page has no root element');

const page = readPageData();
const isServerRendered = root.hasChildNodes();
const serverHtml = isServerRendered && !page.isFrame ? (document.querySelector('main')?.innerHTML ?? null) : null;
nameTypedEntries();
holdEarlyMoves();
const { router, leaveWithNextPage } = createSiteRouter(page, serverHtml);
cacheGivenAnswer(page, router.state.location.pathname);
const tree = (
  <SiteTree site={page.site} cache={createStyleCache()}>
    <RouterProvider router={router} />
  </SiteTree>
);

// As a transition, hydration yields the main thread every few milliseconds.
if (isServerRendered) startTransition(() => void hydrateRoot(root, tree, { onRecoverableError: reportMismatch }));
else createRoot(root).render(tree);
loadPagesAhead(page);
leaveWithdrawnReleases(page, router, leaveWithNextPage);
watchVisit(router);

function cacheGivenAnswer({ route, answer }: PageData, pathname: string) {
  const path = route && routeDataPath(route, pathname);
  if (path && answer) keepRouteAnswer(path, answer);
}

function reportMismatch(error: unknown) {
  if (page.isFrame && (error as { digest?: string }).digest === frameDigest) return;
  console.error('[shell] hydration did not match the HTML of the server.', error);
}
