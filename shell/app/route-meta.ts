import type { RouteMeta } from 'kit/contracts/release';
import { useMatches } from 'react-router';

/** A loader returns this for an address that matches the route's path but is none of its pages. */
export const notFound = 'not found';

/** The release's description of the current page; null on a page of the shell, such as not found. */
export function useRouteMeta(): RouteMeta | null {
  const match = useMatches().at(-1);
  if (!match || match.loaderData === notFound) return null;
  // The cast is safe: only `pageRoute` sets `handle`.
  return (match.handle as RouteMeta | undefined) ?? null;
}
