import type { RouteMeta } from 'kit/contracts/release';
import { textOf } from 'kit/contracts/route-data';
import { useRouteAnswer, useSite } from 'kit/site';
import { useVisit } from './current-visit.tsx';
import { StructuredData } from './structured-data.tsx';

const sitePicture = '/attached_assets/sharing/home.png';

/** Title and search metadata of the current page; React hoists them into the document's head. */
export function PageHead() {
  const { meta } = useVisit().page;
  return meta ? <RouteHead meta={meta} /> : <NotFoundHead />;
}

function NotFoundHead() {
  const { brand } = useSite();
  return (
    <>
      <title>{`Page not found | ${brand}`}</title>
      <meta name="description" content="There is no page at this address." />
      <meta name="robots" content="noindex" />
    </>
  );
}

function RouteHead({ meta }: { meta: RouteMeta }) {
  const site = useSite();
  const { answer } = useRouteAnswer();
  const title = `${textOf(answer, meta.namedBy?.title) ?? meta.title} | ${site.brand}`;
  const description = textOf(answer, meta.namedBy?.description) ?? meta.description;
  const address = site.publicOrigin + (meta.canonical ?? meta.path);
  const isFixed = !meta.path.includes(':');
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {meta.noindex && <meta name="robots" content="noindex" />}
      {isFixed && !meta.noindex && <link rel="canonical" href={address} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand} />
      {isFixed && <meta property="og:url" content={address} />}
      <meta property="og:image" content={site.publicOrigin + (meta.sharingPicture ?? sitePicture)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {!meta.noindex && <StructuredData site={site} meta={meta} />}
    </>
  );
}
