import type { RouteMeta } from 'kit/contracts/release';

/** What a visitor may put into an address on purpose: characters with a meaning, other scripts, 200 in all. */
const nastyValue = `"><script>alert(1)</script>%00&'\`\\ü☃𝄞 ${'x'.repeat(200)}`.slice(0, 200);

/**
 * Addresses that a page is tried under: its own, or, when it has parameters, one with each value that the route knows, or else with
 * its samples and with the worst that somebody may type; then the first of them with each value of each query parameter that the
 * server renders.
 */
export function samplePathsOf({
  path,
  sample = {},
  values = {},
  search = {},
}: Pick<RouteMeta, 'path' | 'sample' | 'values' | 'search'>): string[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => name);
  const first = (name: string) => values[name]?.[0] ?? sample[name] ?? 'sample';
  const fill = (take: (name: string) => string) =>
    path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(take(name)));
  const known = names.flatMap((name) =>
    (values[name] ?? []).map((value) => fill((other) => (other === name ? value : first(other)))),
  );
  const worst = names.some((name) => !values[name]) ? [fill((name) => values[name]?.[0] ?? nastyValue)] : [];
  const own = fill(first);
  const queries = Object.entries(search).flatMap(([name, options]) =>
    options.map((value) => `${own}?${new URLSearchParams([[name, value]])}`),
  );
  return [...new Set([own, ...known, ...worst, ...queries])];
}
