import { messageOf } from 'kit/server/text';
import { ReleaseFiles, type ReleasePlatform, Site } from '../../../platform/index.ts';
import type { ReleaseOrigin, RoomRemote } from './room.ts';

/** A release in the store, as the page of its remote lists it. */
export interface ListedRelease {
  id: string;
  /** ISO 8601; empty when the store does not know the time. */
  publishedAt: string;
  is: 'live' | 'canary' | 'before' | 'was live' | 'never live';
}

export interface ReleaseList {
  /** The releases, newest first. */
  releases: ListedRelease[];
  problem: string | null;
}

/** Loads all releases of a remote from the store, newest first. Never rejects. */
export async function loadReleases(
  { store, chain }: Pick<ReleasePlatform, 'store' | 'chain'>,
  { name, state }: Pick<RoomRemote, 'name' | 'state'>,
): Promise<ReleaseList> {
  try {
    const ids = await store.listReleases(name);
    const dated = await Promise.all(
      ids.map(async (id) => {
        const at = await store.publishedAt(name, id).catch(() => null);
        return { id, publishedAt: at?.toISOString() ?? '' };
      }),
    );
    const isOf = (id: string): ListedRelease['is'] => {
      if (id === state?.live) return 'live';
      if (id === state?.canary?.id) return 'canary';
      if (id === state?.previous) return 'before';
      return Site.activationOf(chain.state, name, id) ? 'was live' : 'never live';
    };
    const releases = dated
      .sort((one, other) => other.publishedAt.localeCompare(one.publishedAt) || other.id.localeCompare(one.id))
      .map((release) => ({ ...release, is: isOf(release.id) }));
    return { releases, problem: null };
  } catch (error) {
    return { releases: [], problem: messageOf(error) };
  }
}

/** Reads where a release was built from; null when its record cannot be read. */
export async function readOrigin(
  store: ReleasePlatform['store'],
  remote: string,
  id: string,
): Promise<ReleaseOrigin | null> {
  const release = await ReleaseFiles.loadRelease(store, remote, id).catch(() => null);
  return release?.record ?? null;
}
