import type { RemoteRoute } from 'kit/federation/routes';
import type { ServiceContent } from './content/service-content.ts';

/** The route of a service page. Its content is in the chunk `content-{slug}`, its components in a chunk that all share. */
export function service(
  slug: string,
  title: string,
  description: string,
  loadContent: () => Promise<ServiceContent>,
): RemoteRoute {
  return {
    path: `/services/${slug}`,
    title,
    description,
    chunk: 'page-service',
    contentChunk: `content-${slug}`,
    load: async () => {
      const [{ pageOf }, content] = await Promise.all([
        import(/* webpackChunkName: "page-service" */ './pages/service-page.tsx'),
        loadContent(),
      ]);
      return pageOf(content);
    },
  };
}
