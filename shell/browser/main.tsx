import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createStyleCache } from '../app/emotion-cache.ts';
import { SiteTree } from '../app/site-tree.tsx';
import { readPageData } from './composition.ts';
import { loadPagesAhead } from './remotes/load-ahead.ts';
import { createSiteRouter } from './router.tsx';
import { nameTypedEntries } from './typed-entries.ts';

export { platform } from './platform.ts';

const root = document.getElementById('root');
if (!root) throw new Error('this page has no root element');

const page = readPageData();
const isServerRendered = root.hasChildNodes();
const serverHtml = isServerRendered ? (document.querySelector('main')?.innerHTML ?? null) : null;
nameTypedEntries();
const router = createSiteRouter(page, serverHtml);
const tree = (
  <SiteTree site={page.site} cache={createStyleCache()}>
    <RouterProvider router={router} />
  </SiteTree>
);

// Popovers came to Safari with 17, to Chrome with 114, to Firefox with 125. Without them all but the menu works.
if ('popover' in HTMLElement.prototype) startReact(root);
else import('@oddbird/popover-polyfill').catch(() => {}).then(() => startReact(root));
loadPagesAhead(page.set);

function startReact(element: HTMLElement) {
  // As a transition, hydration lets go of the main thread every few milliseconds.
  if (isServerRendered) startTransition(() => void hydrateRoot(element, tree, { onRecoverableError: reportMismatch }));
  else createRoot(element).render(tree);
}

function reportMismatch(error: unknown) {
  console.error('[shell] hydration did not match the HTML of the server.', error);
}
