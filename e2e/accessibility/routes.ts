import type { APIRequestContext } from '@playwright/test';

/** Pages that the sitemap leaves out: not for search engines, second addresses, and what nobody serves. */
const besidesTheSitemap = [
  '/my-agent',
  '/click-demos',
  '/agents/demo-agent',
  '/agents/no-such-agent',
  '/industries/hvac',
  '/services/exotic-car-intake',
  '/no-such-page',
];

/** Every page of the live site, so that a page that a squad adds is looked at without a change here. */
export async function loadRoutes(request: APIRequestContext): Promise<string[]> {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  if (paths.length === 0) throw new Error(`The sitemap names no page: ${sitemap}`);
  return [...paths, ...besidesTheSitemap];
}
