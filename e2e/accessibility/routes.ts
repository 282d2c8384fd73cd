import { type APIRequestContext, test } from '@playwright/test';

/** Second addresses, whose pages are those of the first ones. */
export const secondAddresses: readonly string[] = ['/industries/hvac', '/services/exotic-car-intake'];

/** Pages outside of the sitemap: pages that are not indexed, second addresses, and an unknown path. */
const besidesTheSitemap = [
  '/my-agent',
  '/click-demos',
  '/agents/demo-agent',
  '/agents/no-such-agent',
  ...secondAddresses,
  '/no-such-page',
];

/** The time for a test that opens every page, in ms: a slow machine takes ten seconds for some. */
const forEveryPage = 300_000;

/**
 * Loads the paths of every page of the live site, so that pages of squads are tested without a change here. The test gets the
 * time that so many pages need on a slow machine.
 */
export async function loadRoutes(request: APIRequestContext): Promise<string[]> {
  test.setTimeout(Math.max(test.info().timeout, forEveryPage));
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  if (paths.length === 0) throw new Error(`The sitemap names no page: ${sitemap}`);
  return [...paths, ...besidesTheSitemap];
}

/** Pages that have the components of another one: all but one page of a service, and second addresses. */
const likeAnother = /^\/services\/(?!seo$)|^\/industries\//;

/** Loads the paths of one page for each set of components, for checks of what components look like. */
export async function loadRoutesOfEachKind(request: APIRequestContext): Promise<string[]> {
  return (await loadRoutes(request)).filter((path) => !likeAnother.test(path));
}

/** Pages whose template and form another page has too: they differ by their words, their pictures and a section of their own. */
const likeAnotherTemplate = /^\/(?:roofing|legal|healthcare|junk-removal|solar)$|^\/agents\/no-such-agent$/;

/** Loads the paths of one page for each template and form, for checks whose result hardly depends on the words. */
export async function loadRoutesOfEachTemplate(request: APIRequestContext): Promise<string[]> {
  return (await loadRoutesOfEachKind(request)).filter((path) => !likeAnotherTemplate.test(path));
}
