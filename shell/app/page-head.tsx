import type { RouteMeta } from 'kit/contracts/release';
import { useSite } from 'kit/site';
import { useLocation, useMatches } from 'react-router';

const notFoundMeta = {
  title: 'Page not found',
  description: 'There is no page at this address.',
  noindex: true,
};

type HeadMeta = Pick<RouteMeta, 'title' | 'description' | 'canonical' | 'noindex'>;

/** Title and search metadata of the current page; React hoists them into the document's head. */
export function PageHead() {
  const site = useSite();
  const { pathname } = useLocation();
  const handle: unknown = useMatches().at(-1)?.handle;
  // Handles are set by siteRoutes alone: a route without one is the not-found page.
  const meta: HeadMeta = (handle as RouteMeta | undefined) ?? notFoundMeta;
  const title = `${meta.title} | ${site.brand}`;
  const address = `${site.publicOrigin}${meta.canonical ?? pathname}`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={meta.description} />
      {meta.noindex ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={meta.description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:url" content={address} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
