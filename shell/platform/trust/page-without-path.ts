import { ownerOfPath, type PathNamespace } from '../policy/path-owner.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { namedReleases } from '../upkeep/named-releases.ts';

/** A page that visitors get, which would lie in nobody's or somebody else's paths. */
export interface PageWithoutPath {
  remote: string;
  id: string;
  /** Whether it is `live` or a `canary`. */
  state: string;
  path: string;
}

/** Finds what a change of the paths would take off the site: servers serve no release that has a page in paths of others. */
export async function findPageWithoutPath(
  { store, chain, policy: { reserved } }: Pick<ReleasePlatform, 'store' | 'chain' | 'policy'>,
  namespaces: readonly PathNamespace[],
): Promise<PageWithoutPath | null> {
  for (const [name, state] of namedReleases(chain.current?.composition ?? null)) {
    // One that is not served takes no page with it.
    if (state === 'previous') continue;
    const [remote = '', id = ''] = name.split(' ');
    const release = await loadRelease(store, remote, id).catch(() => null);
    const lost = release?.record.routes.find(
      ({ path }) =>
        ownerOfPath({ namespaces: chain.rights.namespaces, reserved }, path) === remote &&
        ownerOfPath({ namespaces, reserved }, path) !== remote,
    );
    if (lost) return { remote, id, state, path: lost.path };
  }
  return null;
}
