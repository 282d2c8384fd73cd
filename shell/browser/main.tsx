import { routeDataPath } from 'kit/contracts/route-data';
import { keepRouteAnswer } from 'kit/site';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createStyleCache } from '../app/emotion-cache.ts';
import { frameDigest, type PageData } from '../app/page-data.ts';
import { Site } from '../app/site.tsx';
import { SiteTree } from '../app/site-tree.tsx';
import { readPageData } from './composition.ts';
import { loadPagesAhead } from './remotes/load-ahead.ts';
import type { SiteNavigation } from './site-navigation.ts';
import { createSiteNavigation } from './site-pages.tsx';
import { SiteRouter } from './site-router.tsx';
import { nameTypedEntries } from './typed-entries.ts';
import { watchVisit } from './visits/watch-visit.ts';
import { leaveWithdrawnReleases } from './withdrawn-releases.ts';

export { platform } from './platform.ts';

const root = document.getElementById('root');
if (!root) throw new Error('this page has no root element');

const page = readPageData();
const isServerRendered = root.hasChildNodes();
const serverHtml = isServerRendered && !page.isFrame ? (document.querySelector('main')?.innerHTML ?? null) : null;
nameTypedEntries();
const navigation = createSiteNavigation(page, serverHtml);
cacheGivenAnswer(page, navigation);
const tree = (
  <SiteTree site={page.site} cache={createStyleCache()}>
    <SiteRouter navigation={navigation}>
      <Site />
    </SiteRouter>
  </SiteTree>
);

// As a transition, hydration lets go of the main thread every few milliseconds.
if (isServerRendered) startTransition(() => void hydrateRoot(root, tree, { onRecoverableError: reportMismatch }));
else createRoot(root).render(tree);
loadPagesAhead(page.set, navigation);
leaveWithdrawnReleases(page, navigation);
watchVisit(navigation);

function cacheGivenAnswer({ route, answer }: PageData, { visit }: SiteNavigation) {
  const path = route && routeDataPath(route, visit.location.pathname);
  if (path && answer) keepRouteAnswer(path, answer);
}

function reportMismatch(error: unknown) {
  if (page.isFrame && (error as { digest?: string }).digest === frameDigest) return;
  console.error('[shell] hydration did not match the HTML of the server.', error);
}
