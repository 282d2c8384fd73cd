/** @jest-environment kit/testing/jest-environment */
import { beforeEach, expect, test } from '@jest/globals';
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
  navigation.follow(({ location, page }) =>
    shown.push(`${location.pathname}${location.search}${location.hash} ${page.meta?.path}`),
  );
  return { navigation, asked, shown };
}

function pageOf(path: string): SitePage {
  return { ...notFoundPage, meta: { path, title: path, description: path, chunk: 'page' } };
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
