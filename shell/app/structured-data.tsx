import type { RouteMeta } from 'kit/contracts/release';
import type { PublicSite } from 'kit/contracts/site-config';

type Thing = Record<string, unknown>;

/** What search engines read of a page (schema.org, JSON-LD 1.1): who offers what, and where the page stands. */
export function StructuredData({ site, meta }: { site: PublicSite; meta: RouteMeta }) {
  const things: Thing[] = [
    ...(meta.path === '/' ? [organization(site), website(site)] : [breadcrumbs(site, meta)]),
    ...(meta.isService ? [service(site, meta)] : []),
  ];
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own making, escaped so that it cannot end its element
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

/** Home, the overview that the page belongs to, the page. */
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
