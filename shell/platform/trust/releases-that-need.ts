import { publisherOf } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';
import { namedReleases } from '../upkeep/named-releases.ts';

/** The releases in use that would not count any more without a key, as `remote id`. */
export async function releasesThatNeed(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  keyName: string,
): Promise<string[]> {
  const { rights } = chain;
  const without = rights.without(keyName);
  const needing: string[] = [];
  for (const name of namedReleases(chain.current?.composition ?? null).keys()) {
    const [remote = '', id = ''] = name.split(' ');
    const release = await loadRelease(store, remote, id).catch(() => null);
    const countsNow = release && (await publisherOf({ store, rights, at: null }, release));
    if (release && countsNow && !(await publisherOf({ store, rights: without, at: null }, release))) needing.push(name);
  }
  return needing;
}
