import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { Hero, Spinner } from 'kit/ui';
import { useRouteMeta } from '../app/route-meta.ts';

/** Replaces a page that its remote could not render on the server, until the browser has loaded it. */
export function PageLeftOut() {
  const { phone } = useSite();
  const meta = useRouteMeta();
  return (
    <Hero
      layout="plain"
      title={meta?.title}
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
