import type { LiveSite } from '../../platform/index.ts';
import { EncodedBody } from '../files/encoded-body.ts';
import { buildRobots, buildSitemap } from './sitemap.ts';

/** `/sitemap.xml` and `/robots.txt`, made once for each release set. */
export function createSearchEngineFiles(origin: string) {
  const robots = Promise.resolve(new EncodedBody(Buffer.from(buildRobots(origin)), 'text/plain; charset=utf-8'));
  const sitemaps = new WeakMap<LiveSite, Promise<EncodedBody>>();
  return function searchEngineFile(pathname: string, site: LiveSite): Promise<EncodedBody> | undefined {
    if (pathname === '/robots.txt') return robots;
    if (pathname !== '/sitemap.xml') return undefined;
    const known = sitemaps.get(site);
    if (known) return known;
    const sitemap = Promise.resolve(
      new EncodedBody(Buffer.from(buildSitemap(site, origin)), 'application/xml; charset=utf-8'),
    );
    sitemaps.set(site, sitemap);
    return sitemap;
  };
}
