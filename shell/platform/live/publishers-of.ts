import { publisherOf } from '../keys/release-signature.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { loadRelease } from '../release/release-files.ts';

/** The names of the keys that the live releases count by, by remote; null where one does not count, or is not there. */
export async function publishersOf({
  store,
  chain,
}: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<ReadonlyMap<string, string | null>> {
  const trust = { store, rights: chain.rights, at: null };
  const states = Object.entries(chain.current?.composition.remotes ?? {});
  return new Map(
    await Promise.all(
      states.map(async ([remote, { live }]): Promise<[string, string | null]> => {
        const release = await loadRelease(store, remote, live).catch(() => null);
        return [remote, release && (await publisherOf(trust, release))];
      }),
    ),
  );
}
