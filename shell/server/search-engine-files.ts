import type { LiveSite } from '../platform/index.ts';
import { EncodedBody } from './files/encoded-body.ts';
import { html } from './http/html.ts';

/** Creates what finds `/robots.txt` and `/sitemap.xml`, which is built once for each release set. */
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

/**
 * `/sitemap.xml` (sitemaps.org protocol 0.9) from the live routes. It lists every page that has one path and may be indexed, dated by
 * the release that serves it.
 */
function buildSitemap(site: LiveSite, origin: string): string {
  const entries = site.pages
    .filter(({ meta }) => !meta.noindex && (meta.canonical ?? meta.path) === meta.path && !meta.path.includes(':'))
    .map(({ meta, remote }) => {
      const { builtAt } = remote.live.record;
      // XML knows the entities that `html` writes.
      return html`<url><loc>${origin + meta.path}</loc><lastmod>${builtAt.slice(0, 10)}</lastmod></url>`.text;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}

/** `/robots.txt` (RFC 9309). Pages that must not be indexed have a robots tag of their own. */
function buildRobots(origin: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /_ops', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
