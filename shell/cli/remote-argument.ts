import { checkReleaseName, ReleaseError, type ReleaseStore } from '../platform/index.ts';
import { knownRemotes } from '../settings/namespaces.ts';
import { didYouMean } from './did-you-mean.ts';

/** Gives a name that is one of the site's remotes; any other one is refused with those that are. */
export function checkRemote(remote: string): string {
  if (knownRemotes.includes(remote)) return remote;
  const known = knownRemotes.join(', ');
  throw new ReleaseError(
    'bad-name',
    `There is no remote ${JSON.stringify(remote.slice(0, 80))}${didYouMean(remote, knownRemotes) || '.'} The site has ${known}.`,
  );
}

/** A release id that the store holds, with a hint at the nearest one when it does not. */
export async function checkHeld(store: ReleaseStore, remote: string, id: string): Promise<string> {
  checkReleaseName(remote, id);
  const held = await store.listReleases(remote);
  if (held.includes(id)) return id;
  const hint = didYouMean(id, held) || `; "npm run release -- list ${remote}" shows those it holds.`;
  throw new ReleaseError('release-missing', `The store holds no release ${id} of ${remote}${hint}`);
}
