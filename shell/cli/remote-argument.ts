import { ReleaseError, ReleaseFiles, type ReleaseStore } from '../platform/index.ts';
import { didYouMean } from './did-you-mean.ts';

/** Checks that a remote is one of the site's. The refusal of any other name lists them. */
export function checkRemoteOf(known: readonly string[], remote: string): string {
  if (known.includes(remote)) return remote;
  throw new ReleaseError(
    'bad-name',
    `There is no remote ${JSON.stringify(remote.slice(0, 80))}${didYouMean(remote, known) || '.'} The site has ${known.join(', ')}.`,
  );
}

/** Checks that the store has a release. The refusal suggests the nearest id. */
export async function checkHeld(store: ReleaseStore, remote: string, id: string): Promise<string> {
  ReleaseFiles.checkReleaseName(remote, id);
  const held = await store.listReleases(remote);
  if (held.includes(id)) return id;
  const hint = didYouMean(id, held) || `; "npm run release -- list ${remote}" shows those it holds.`;
  throw new ReleaseError('release-missing', `The store holds no release ${id} of ${remote}${hint}`);
}
