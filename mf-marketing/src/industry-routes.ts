import type { RemoteRoute } from 'kit/federation/routes';
import type { IndustryContent } from './content/industry-content.ts';

/**
 * The two routes of an industry page: `/{slug}`, which is canonical, and `/industries/{slug}`. Its content is in the chunk
 * `content-{slug}`, its components in a chunk that all industry pages share.
 */
export function industry(
  slug: string,
  title: string,
  description: string,
  loadContent: () => Promise<IndustryContent>,
): RemoteRoute[] {
  const page = {
    title,
    description,
    canonical: `/${slug}`,
    chunk: 'page-industry',
    contentChunk: `content-${slug}`,
    load: () => load(loadContent),
  };
  return [
    { ...page, path: `/${slug}` },
    { ...page, path: `/industries/${slug}` },
  ];
}

async function load(loadContent: () => Promise<IndustryContent>) {
  const [{ pageOf }, content] = await Promise.all([
    import(/* webpackChunkName: "page-industry" */ './pages/industry-page.tsx'),
    loadContent(),
  ]);
  return pageOf(content);
}
