import type { RouteMeta } from 'kit/contracts/release';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { Hero, Spinner } from 'kit/ui';
import { useMatches } from 'react-router';

/** Stands in the place of a page that its remote could not render on the server, until the browser has it. */
export function PageLeftOut() {
  const { phone } = useSite();
  // Only pages of remotes are ever left out, and theirs is set by siteRoutes.
  const meta = useMatches().at(-1)?.handle as RouteMeta;
  return (
    <Hero
      layout="plain"
      title={meta.title}
      lead={
        <>
          This page is not ready yet. If it does not appear in a moment, please load it again, or call{' '}
          <a href={telephoneHref(phone)}>{phone}</a>.
        </>
      }
      note={<Spinner label="Loading the page ..." />}
    />
  );
}
