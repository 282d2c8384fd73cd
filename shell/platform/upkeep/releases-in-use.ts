import type { Composition } from 'kit/contracts/composition';
import { shellName } from 'kit/contracts/shell-name';

/** A release of a remote that a composition names. */
export interface ReleaseUse {
  remote: string;
  id: string;
  /** What it is for visitors now: `previous` is where a rollback would go. */
  state: 'live' | 'canary' | 'previous';
}

/** The releases that run in the shell: those of remotes that visitors get, and those that a rollback would bring. */
export function releasesInUse(composition: Composition | null): ReleaseUse[] {
  return Object.entries(composition?.remotes ?? {})
    .filter(([name]) => name !== shellName)
    .flatMap(([remote, { live, canary, previous }]): ReleaseUse[] => [
      { remote, id: live, state: 'live' },
      ...(canary ? [{ remote, id: canary.id, state: 'canary' as const }] : []),
      ...(previous ? [{ remote, id: previous, state: 'previous' as const }] : []),
    ]);
}
