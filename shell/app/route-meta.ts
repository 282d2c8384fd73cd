import type { RouteMeta } from 'kit/contracts/release';
import { useMatches } from 'react-router';

/** What the loader of a page gives for an address that fits the path of the route and is none of its pages. */
export const notFound = 'not found';

/** What the release says of the current page. Null on a page of the shell, for example not found. */
export function useRouteMeta(): RouteMeta | null {
  const match = useMatches().at(-1);
  if (!match || match.loaderData === notFound) return null;
  // `pageRoute` is the only one that sets it.
  return (match.handle as RouteMeta | undefined) ?? null;
}
