import { ReleaseError, ReleasePaths, type ReleaseStore } from '../platform/index.ts';
import { didYouMean } from './did-you-mean.ts';

/** Gives a name that is one of the site's remotes; any other one is refused with those that are. */
export function checkRemoteOf(known: readonly string[], remote: string): string {
  if (known.includes(remote)) return remote;
  throw new ReleaseError(
    'bad-name',
    `There is no remote ${JSON.stringify(remote.slice(0, 80))}${didYouMean(remote, known) || '.'} The site has ${known.join(', ')}.`,
  );
}

/** A release id that the store holds, with a hint at the nearest one when it does not. */
export async function checkHeld(store: ReleaseStore, remote: string, id: string): Promise<string> {
  ReleasePaths.checkReleaseName(remote, id);
  const held = await store.listReleases(remote);
  if (held.includes(id)) return id;
  const hint = didYouMean(id, held) || `; "npm run release -- list ${remote}" shows those it holds.`;
  throw new ReleaseError('release-missing', `The store holds no release ${id} of ${remote}${hint}`);
}
