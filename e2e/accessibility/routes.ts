import type { APIRequestContext } from '@playwright/test';

/** Pages outside of the sitemap: pages that are not indexed, second addresses, and an unknown path. */
const besidesTheSitemap = [
  '/my-agent',
  '/click-demos',
  '/agents/demo-agent',
  '/agents/no-such-agent',
  '/industries/hvac',
  '/services/exotic-car-intake',
  '/no-such-page',
];

/** Loads the paths of every page of the live site, so that pages of squads are tested without a change here. */
export async function loadRoutes(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  if (paths.length === 0) throw new Error(`The sitemap names no page: ${sitemap}`);
  return [...paths, ...besidesTheSitemap];
}
