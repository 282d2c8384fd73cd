import type { RouteMeta } from 'kit/contracts/release';
import { textOf } from 'kit/contracts/route-data';
import type { PublicSite } from 'kit/contracts/site-config';
import { useRouteAnswer, useSite } from 'kit/site';
import { useRouteMeta } from './route-meta.ts';

const sitePicture = '/attached_assets/sharing/home.png';

/** The title and the metadata of the current page. React hoists them into the document's head. */
export function PageHead() {
  const meta = useRouteMeta();
  return meta ? <RouteHead meta={meta} /> : <NotFoundHead />;
}

/** The title of a page that renders its own one, where something else stands in its place. */
export function StandInTitle() {
  const meta = useRouteMeta();
  const { brand } = useSite();
  return meta?.writesTitle ? <title>{`${meta.title} | ${brand}`}</title> : null;
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
      {!meta.writesTitle && <title>{title}</title>}
      <meta name="description" content={description} />
      {meta.noindex && <meta name="robots" content="noindex" />}
      {isFixed && !meta.noindex && <link rel="canonical" href={address} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.brand} />
      {isFixed && <meta property="og:url" content={address} />}
      <meta property="og:image" content={site.publicOrigin + (meta.sharingPicture ?? sitePicture)} />
      <meta name="twitter:card" content="summary_large_image" />
      {!meta.noindex && <StructuredData site={site} meta={meta} />}
    </>
  );
}

type Thing = Record<string, unknown>;

/** Describes a page to search engines (schema.org, JSON-LD 1.1): its provider, its service, and its breadcrumbs. */
function StructuredData({ site, meta }: { site: PublicSite; meta: RouteMeta }) {
  const things: Thing[] = [
    ...(meta.path === '/' ? [organization(site), website(site)] : [breadcrumbs(site, meta)]),
    ...(meta.isService ? [service(site, meta)] : []),
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the JSON is our own, and is escaped so that it cannot end its element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function organization({ brand, publicOrigin, phone, mailboxes }: PublicSite): Thing {
  return {
    '@type': 'Organization',
    '@id': `${publicOrigin}/#organization`,
    name: brand,
    url: publicOrigin,
    telephone: phone,
    email: mailboxes.sales,
    areaServed: 'US',
    logo: `${publicOrigin}/icon-512.png`,
  };
}

function website({ brand, publicOrigin }: PublicSite): Thing {
  return { '@type': 'WebSite', name: brand, url: publicOrigin, publisher: { '@id': `${publicOrigin}/#organization` } };
}

function service({ publicOrigin }: PublicSite, { title, description, path, canonical }: RouteMeta): Thing {
  return {
    '@type': 'Service',
    name: title,
    description,
    url: publicOrigin + (canonical ?? path),
    areaServed: 'US',
    provider: { '@id': `${publicOrigin}/#organization` },
  };
}

function breadcrumbs({ publicOrigin }: PublicSite, { title, path, canonical }: RouteMeta): Thing {
  const own = canonical ?? path;
  const trail = [
    { name: 'Home', path: '/' },
    ...(own.startsWith('/services/') ? [{ name: 'Services', path: '/services' }] : []),
    { name: title, path: own },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      item: publicOrigin + item.path,
    })),
  };
}
