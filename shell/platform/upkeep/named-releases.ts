import type { Composition } from 'kit/contracts/composition';

/** The releases that a composition names, as `remote id`, with what they are in it. */
export function namedReleases(composition: Composition | null): Map<string, string> {
  const named = new Map<string, string>();
  for (const [remote, { live, previous, canary }] of Object.entries(composition?.remotes ?? {})) {
    if (previous) named.set(`${remote} ${previous}`, 'previous');
    if (canary) named.set(`${remote} ${canary.id}`, 'canary');
    named.set(`${remote} ${live}`, 'live');
  }
  return named;
}
