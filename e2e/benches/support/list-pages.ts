/** The pages of a site's sitemap. */
export async function listPages(site: string): Promise<string[]> {
  const sitemap = await (await fetch(`${site}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>(?<url>[^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
}
