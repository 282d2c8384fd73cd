/** @jest-environment kit/testing/jest-environment */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { PagePolicy } from 'kit/contracts/composition';
import { buildSite } from 'kit/testing';
import { Link, useBlocker, useLocation, useParams } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { PageData } from '../app/page-data.ts';

// Globals that the bundler defines for the loader of remotes.
Object.assign(globalThis, { __webpack_get_script_filename__: () => '', SHARED_MODULE_VERSIONS: {} });
// jsdom has no `performance.mark`.
Object.assign(performance, { mark: () => {} });
const { createSiteRouter } = await import('./site-router.tsx');
const { SiteTree } = await import('../app/site-tree.tsx');
const { createStyleCache } = await import('../app/emotion-cache.ts');

const metaOf = (path: string, values?: Record<string, string[]>) => ({
  path,
  title: `Title of ${path}`,
  description: path,
  chunk: 'page',
  ...(values && { values }),
});

function Page() {
  const { pathname, search, hash } = useLocation();
  const { name } = useParams();
  const blocker = useBlocker(({ nextLocation }) => nextLocation.pathname === '/blocked');
  return (
    <>
      <h1>{`Page ${pathname}${search}${hash} ${name ?? ''}`}</h1>
      <Link to="/leads?industry=solar">To leads</Link>
      <Link to="/agents/ada">To Ada</Link>
      <Link to="/agents/nobody">To nobody</Link>
      <Link to="/nowhere">To nowhere</Link>
      <Link to="#faq">To the questions</Link>
      <Link to="/blocked">To what is blocked</Link>
      <output>{blocker.state}</output>
    </>
  );
}

const routes = [metaOf('/'), metaOf('/leads'), metaOf('/blocked'), metaOf('/agents/:name', { name: ['ada'] })];
const release = {
  id: '1.0.0-aaaaaaaa',
  entry: '/remotes/mf-one/1.0.0-aaaaaaaa/remoteEntry.js',
  globalName: 'mf_one',
  integrity: 'sha384-a',
};

let isCompositionThere: boolean;
/** The composition's entry of a second remote. */
let other: { live: object } | null;
let arriveOf: (path: string) => Promise<void>;
const fetchNow = globalThis.fetch;
let sets = 0;
let watcher: MutationObserver;
const routers: { dispose: () => void }[] = [];

beforeEach(() => {
  history.replaceState(null, '', '/');
  document.body.innerHTML = '';
  isCompositionThere = true;
  other = null;
  arriveOf = async () => {};
  globalThis.fetch = async () => {
    if (!isCompositionThere) throw new TypeError('the line is gone');
    const remotes = { 'mf-one': { live: { ...release, routes }, previous: null }, ...(other && { 'mf-two': other }) };
    return Response.json({ remotes });
  };
  jest.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // The voice widget's script does not load in jsdom.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  // jsdom loads no scripts; this defines what a remote's script would define.
  watcher = new MutationObserver((changes) => {
    for (const script of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(script instanceof HTMLScriptElement)) continue;
      const loaded = routes.map((meta) => ({ ...meta, load: () => arriveOf(meta.path).then(() => Page) }));
      Object.assign(globalThis, { mf_one: { init: () => {}, get: async () => () => ({ routes: loaded }) } });
      script.onload?.(new Event('load'));
    }
  });
  watcher.observe(document.head, { childList: true });
});

afterEach(() => {
  globalThis.fetch = fetchNow;
  watcher.disconnect();
  for (const router of routers.splice(0)) router.dispose();
  delete document.documentElement.dataset.hydrated;
});

const ownPolicy: PagePolicy = { wasm: true };

async function openSite(path = '/', policy?: PagePolicy) {
  const route = routes.find((one) => one.path === path) ?? null;
  sets += 1;
  const page: PageData = {
    set: String(sets),
    site: buildSite(),
    route,
    remote: route && { name: 'mf-one', live: { ...release, ...(policy && { policy }) }, previous: null },
  };
  const tab = createSiteRouter(page, null);
  routers.push(tab.router);
  const user = userEvent.setup();
  await act(async () =>
    render(
      <SiteTree site={page.site} cache={createStyleCache()}>
        <RouterProvider router={tab.router} />
      </SiteTree>,
    ),
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...tab, user, site: page.site };
}

const heading = async (name: string) =>
  expect(await screen.findByRole('heading', { level: 1, name })).toBeInTheDocument();
const follow = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('link', { name }));

test('the URL and the title change when the page has loaded, Back leads to the previous page, and a page may block a navigation', async () => {
  const { user } = await openSite();
  const arrived = Promise.withResolvers<void>();
  arriveOf = () => arrived.promise;
  await follow(user, 'To leads');
  expect(location.pathname).toBe('/');
  await heading('Page /');
  arrived.resolve();
  await heading('Page /leads?industry=solar');
  expect(location.pathname + location.search).toBe('/leads?industry=solar');
  expect(document.title).toMatch(/^Title of \/leads/);
  act(() => history.back());
  await heading('Page /');
  // The page is shown a moment before its effects run, and an effect registers the blocker.
  await act(async () => {});
  await follow(user, 'To what is blocked');
  await waitFor(() => expect(screen.getByText('blocked')).toBeInTheDocument());
  expect(location.pathname).toBe('/');
});

test('a page that loads after the visitor has gone to another one is not shown', async () => {
  const { user } = await openSite();
  const arrived = Promise.withResolvers<void>();
  arriveOf = (path) => (path === '/leads' ? arrived.promise : Promise.resolve());
  await follow(user, 'To leads');
  await follow(user, 'To Ada');
  await heading('Page /agents/ada ada');
  arrived.resolve();
  await act(async () => {});
  await heading('Page /agents/ada ada');
  expect(location.pathname).toBe('/agents/ada');
});

test('a path that no remote has and an unknown parameter value lead to the not found page and its title', async () => {
  const { user } = await openSite();
  for (const [link, path] of [
    ['To nowhere', '/nowhere'],
    ['To nobody', '/agents/nobody'],
  ] as const) {
    await follow(user, link);
    await heading('404 Page Not Found');
    expect(location.pathname).toBe(path);
    expect(document.title).toMatch(/^Page not found/);
    act(() => history.back());
    await heading('Page /');
  }
});

test('a card replaces the page if the composition fails to load, and its retry shows the page', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = await openSite();
  isCompositionThere = false;
  await follow(user, 'To leads');
  await screen.findByText('This page could not be loaded');
  isCompositionThere = true;
  await user.click(screen.getByRole('button', { name: /again/i }));
  await heading('Page /leads?industry=solar');
});

test('the frame stays if something in it throws, and its retry shows the page', async () => {
  const { user, site } = await openSite();
  const { voice } = site;
  Object.assign(site, { voice: null });
  await follow(user, 'To leads');
  await screen.findByText('This page could not be loaded');
  expect(screen.getByRole('banner')).toBeInTheDocument();
  Object.assign(site, { voice });
  await user.click(screen.getByRole('button', { name: /again/i }));
  await heading('Page /leads?industry=solar');
});

test('a tab that must leave its releases shows no other page, but still follows anchors of this one', async () => {
  const moved = jest.fn();
  window.addEventListener('site:move', moved, { once: true });
  // jsdom loads no documents and logs that.
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const { user, leaveWithNextPage } = await openSite();
  leaveWithNextPage();
  await follow(user, 'To the questions');
  await heading('Page /#faq');
  expect(moved).not.toHaveBeenCalled();
  await follow(user, 'To leads');
  await waitFor(() => expect(moved).toHaveBeenCalled());
  await heading('Page /#faq');
});

test.each([
  ['of its target', ownPolicy, undefined],
  ['of the current page', undefined, ownPolicy],
])('a link to another remote loads a new document because of the policy %s', async (_whose, target, current) => {
  const moved = jest.fn();
  window.addEventListener('site:move', moved, { once: true });
  other = { live: { ...release, routes: [metaOf('/nowhere')], ...(target && { policy: target }) } };
  const { user } = await openSite('/', current);
  await follow(user, 'To leads');
  await heading('Page /leads?industry=solar');
  expect(moved).not.toHaveBeenCalled();
  await follow(user, 'To nowhere');
  await waitFor(() => expect(moved).toHaveBeenCalled());
  await heading('Page /leads?industry=solar');
});

test('a page starts at the rendered URL and moves to the visitor’s URL after hydration', async () => {
  history.replaceState(null, '', '/leads?step=7');
  const { router } = await openSite('/');
  await heading('Page /leads?step=7');
  expect(router.state.location.search).toBe('?step=7');
});
