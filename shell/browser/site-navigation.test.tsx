/** @jest-environment kit/testing/jest-environment */
import { beforeEach, expect, jest, test } from '@jest/globals';
import type { RouteMeta } from 'kit/contracts/release';
import { notFoundPage, type SitePage } from '../app/current-visit.tsx';
import { SiteNavigation } from './site-navigation.ts';

/** Pages that arrive when a test says so. */
function buildSite(start?: ConstructorParameters<typeof SiteNavigation>[2]) {
  const asked: { pathname: string; arrive: () => void; retry: () => Promise<void> }[] = [];
  const first = pageOf('/');
  const navigation = new SiteNavigation(
    first,
    (pathname, retry) =>
      new Promise((resolve) => asked.push({ pathname, retry, arrive: () => resolve(pageOf(pathname)) })),
    start,
  );
  const shown: string[] = [];
  navigation.follow(({ visit: { location, page } }) =>
    shown.push(`${location.pathname}${location.search}${location.hash} ${page.meta?.path}`),
  );
  return { navigation, asked, shown };
}

/** A page that is drawn ahead. */
async function prerender({ navigation, asked }: ReturnType<typeof buildSite>, address: string) {
  const drawn = navigation.prerender(address);
  asked.at(-1)?.arrive();
  await drawn;
  return navigation.visits.ahead;
}

async function arrive({ asked }: ReturnType<typeof buildSite>) {
  asked.at(-1)?.arrive();
  await settled();
}

const metas = new Map<string, RouteMeta>();

function pageOf(path: string): SitePage {
  const meta = metas.get(path) ?? { path, title: path, description: path, chunk: 'page' };
  metas.set(path, meta);
  return { ...notFoundPage, meta };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => history.replaceState(null, '', '/'));

test('the address changes with the page, once that is there', async () => {
  const { navigation, asked, shown } = buildSite();
  navigation.navigator.push('/leads?industry=solar', { from: 'home' });
  await settled();
  expect([location.pathname, shown]).toEqual(['/', []]);
  asked[0]?.arrive();
  await settled();
  expect([location.pathname, location.search]).toEqual(['/leads', '?industry=solar']);
  expect(shown).toEqual(['/leads?industry=solar /leads']);
  expect(navigation.visit.location.state).toEqual({ from: 'home' });
});

test('a page that comes after the visitor went elsewhere is not shown', async () => {
  const { navigation, asked, shown } = buildSite();
  navigation.navigator.push('/slow');
  navigation.navigator.push('/quick');
  asked[1]?.arrive();
  await settled();
  asked[0]?.arrive();
  await settled();
  expect([location.pathname, shown]).toEqual(['/quick', ['/quick /quick']]);
});

test('an anchor or a query of the page at hand asks for nothing and is there at once', () => {
  const { navigation, asked, shown } = buildSite();
  navigation.navigator.push({ search: '?step=2' }, null, { preventScrollReset: true });
  expect(navigation.visit.preservesScroll).toBe(true);
  navigation.navigator.replace('#faq');
  expect(navigation.visit.preservesScroll).toBe(false);
  expect([asked.length, shown]).toEqual([0, ['/?step=2 /', '/#faq /']]);
});

test('"back" shows the page of the address, and leaves a page that is still on its way', async () => {
  const { navigation, asked, shown } = buildSite();
  navigation.navigator.push('/leads');
  asked[0]?.arrive();
  await settled();
  navigation.navigator.push('/slow');
  history.back();
  while (asked.length < 3) await settled();
  asked[2]?.arrive();
  asked[1]?.arrive();
  await settled();
  expect([location.pathname, shown.at(-1)]).toEqual(['/', '/ /']);
});

test('a retry shows what came of it, unless the visitor has left', async () => {
  const { navigation, asked, shown } = buildSite();
  navigation.navigator.push('/leads');
  asked[0]?.arrive();
  await settled();
  const retried = asked[0]?.retry();
  asked[1]?.arrive();
  await retried;
  expect([asked[1]?.pathname, shown.length]).toEqual(['/leads', 2]);
  const late = asked[0]?.retry();
  navigation.navigator.push('#there');
  asked[2]?.arrive();
  await late;
  expect(shown.slice(2)).toEqual(['/leads#there /leads']);
});

test('a tab that is to leave its releases loads every other page as a document, and this one’s anchors as ever', async () => {
  const { navigation, asked, shown } = buildSite();
  const left: [kind: string, path: string][] = [];
  navigation.navigator.push('/leads');
  asked[0]?.arrive();
  await settled();
  navigation.leaveWithNextPage((kind, address) => left.push([kind, new URL(address, location.href).pathname]));
  navigation.navigator.push('#faq');
  expect([left, shown.at(-1)]).toEqual([[], '/leads#faq /leads']);
  navigation.navigator.push('/contact');
  navigation.navigator.replace({ pathname: '/services', search: '?q=1' });
  history.go(-2);
  while (left.length < 3) await settled();
  expect(left).toEqual([
    ['PUSH', '/contact'],
    ['REPLACE', '/services'],
    ['POP', '/'],
  ]);
  expect(asked).toHaveLength(1);
});

test('a page begins as the server rendered it, and is where the visitor went meanwhile once it is alive', async () => {
  history.replaceState(null, '', '/?step=7');
  const alive = Promise.withResolvers<void>();
  const { navigation, asked, shown } = buildSite({
    renderedAt: { pathname: '/', search: '?step=8' },
    untilAlive: () => alive.promise,
  });
  await settled();
  expect([navigation.visit.location.search, shown]).toEqual(['?step=8', []]);
  alive.resolve();
  await settled();
  expect([asked.length, shown]).toEqual([0, ['/?step=7 /']]);
});

test('a visitor who has gone back to another page meanwhile gets that page', async () => {
  const { navigation, asked, shown } = buildSite({ renderedAt: { pathname: '/services', search: '' } });
  expect(navigation.visit.location.pathname).toBe('/services');
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/']);
  asked[0]?.arrive();
  await settled();
  expect(shown).toEqual(['/ /']);
});

test('a page that was drawn ahead is shown as it was drawn, under the key that it was drawn with', async () => {
  const site = buildSite();
  const ahead = await prerender(site, '/leads?industry=solar#packs');
  expect(location.pathname).toBe('/');
  site.navigation.navigator.push({ pathname: '/leads', search: '?industry=solar', hash: '#packs' });
  await arrive(site);
  expect(site.navigation.visit).toBe(ahead);
  expect(site.navigation.visits.ahead).toBeNull();
  expect([location.pathname, location.search, location.hash]).toEqual(['/leads', '?industry=solar', '#packs']);
  expect(history.state).toMatchObject({ key: ahead?.location.key });
});

test.each<[what: string, go: (navigator: SiteNavigation['navigator']) => void]>([
  ['another query', (navigator) => navigator.push('/leads?industry=hvac')],
  ['a state', (navigator) => navigator.push('/leads', { from: 'home' })],
  ['a replaced entry', (navigator) => navigator.replace('/leads')],
  ['no scrolling', (navigator) => navigator.push('/leads', null, { preventScrollReset: true })],
])('a page that was drawn ahead is mounted anew for %s', async (_what, go) => {
  const site = buildSite();
  const ahead = await prerender(site, '/leads');
  go(site.navigation.navigator);
  await arrive(site);
  expect(site.navigation.visit.page.meta?.path).toBe('/leads');
  expect(site.navigation.visit.mount).not.toBe(ahead?.mount);
});

test('moves within a page keep what is mounted, and another page is mounted anew', async () => {
  const site = buildSite();
  site.navigation.navigator.push('/leads');
  await arrive(site);
  const { mount } = site.navigation.visit;
  expect(mount).toBeGreaterThan(0);
  site.navigation.navigator.push('?industry=solar');
  expect(site.navigation.visit.mount).toBe(mount);
  site.navigation.navigator.push('/contact');
  await arrive(site);
  expect(site.navigation.visit.mount).toBeGreaterThan(mount);
});

test('of several pages that are pointed at, the newest is drawn, and nothing of the page at hand', async () => {
  const site = buildSite();
  const slow = site.navigation.prerender('/slow');
  const quick = await prerender(site, '/quick');
  site.asked[0]?.arrive();
  await slow;
  expect(site.navigation.visits.ahead).toBe(quick);
  expect(await prerender(site, '/?other=query')).toBe(quick);
});

test('a page that was drawn ahead is given up after half a minute, and with a tab that leaves its releases', async () => {
  const site = buildSite();
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    expect(await prerender(site, '/leads')).not.toBeNull();
    jest.advanceTimersByTime(29_999);
    expect(site.navigation.visits.ahead).not.toBeNull();
    jest.advanceTimersByTime(1);
    expect(site.navigation.visits.ahead).toBeNull();
  } finally {
    jest.useRealTimers();
  }
  site.navigation.leaveWithNextPage(() => {});
  expect(await prerender(site, '/leads')).toBeNull();
});
