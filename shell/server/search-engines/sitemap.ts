import type { LiveSite } from '../../platform/index.ts';

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => xmlEntities[character] ?? character);
}

/**
 * `/sitemap.xml` (sitemaps.org protocol 0.9) from the live routes: every fixed page that may be indexed, once, dated by
 * the release that serves it.
 */
export function buildSitemap(site: LiveSite, origin: string): string {
  const entries = site.pages
    .filter(({ meta }) => !meta.noindex && (meta.canonical ?? meta.path) === meta.path && !meta.path.includes(':'))
    .map(({ meta, remote }) => {
      const { builtAt } = remote.live.record;
      return `<url><loc>${escapeXml(origin + meta.path)}</loc><lastmod>${builtAt.slice(0, 10)}</lastmod></url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}

/** `/robots.txt` (RFC 9309): pages may be read; those that must not be indexed say so themselves. */
export function buildRobots(origin: string): string {
  return ['User-agent: *', 'Disallow: /api/', 'Disallow: /_ops', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
