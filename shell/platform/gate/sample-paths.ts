import type { RouteMeta } from 'kit/contracts/release';

/** What a visitor may put into an address on purpose: characters with a meaning, other scripts, 200 in all. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Addresses that a page is tried under: its own, or, when it has parameters, one with the samples of the route and one
 * with the worst that somebody may type; then the first of them with each value of each query parameter that the server renders.
 */
export function samplePathsOf({
  path,
  sample = {},
  search = {},
}: Pick<RouteMeta, 'path' | 'sample' | 'search'>): string[] {
  const fill = (take: (name: string) => string) =>
    path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(take(name)));
  const own = fill((name) => sample[name] ?? 'sample');
  const queries = Object.entries(search).flatMap(([name, values]) =>
    values.map((value) => `${own}?${new URLSearchParams([[name, value]])}`),
  );
  return [own, ...(path.includes(':') ? [fill(() => nastyValue)] : []), ...queries];
}
