import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import type { ReleasePlatform } from '../../policy/release-policy.ts';
import { ReleaseError } from '../../release-error.ts';
import { replaceFile } from '../durable-files.ts';
import { StoreAwayError } from '../store-away-error.ts';

/** Nobody waits for it: what the store holds is served, whatever this finds. */
function tryAgain(store: ReleasePlatform['store'], say: (sentence: string) => void): void {
  store.probe({ isKnown: true }).then(
    () => store.problems.forEach(say),
    // Whoever follows the store says that it is away.
    () => {},
  );
}

/**
 * Tries a store before a server works on it, once: that it held is remembered on this machine, and of one that held only what
 * may have changed is tried, beside the start. A store that is away is tried with the next start.
 *
 * @throws ReleaseError `store-unfit` for a store on which two switches could both win.
 */
export async function prepareStore(
  { store }: Pick<ReleasePlatform, 'store'>,
  say: (sentence: string) => void,
): Promise<void> {
  const remembered = join(store.keysFolder, '../mirror/probed', `${encodeURIComponent(store.place)}.txt`);
  if ((await readFile(remembered, 'utf8').catch(() => '')) !== '') {
    tryAgain(store, say);
    return;
  }
  try {
    const findings = await store.probe();
    const bad = findings.filter(({ holds }) => !holds);
    const essential = bad.filter(({ isEssential }) => isEssential).map(({ what, words }) => `${what}: ${words}`);
    if (essential.length > 0) {
      throw new ReleaseError(
        'store-unfit',
        `The release store ${store.place} cannot be used: ${essential.join('; ')}. Take a store with conditional writes (AWS S3, Cloudflare R2, MinIO, Ceph).`,
      );
    }
    for (const { what, words } of bad) say(`release store, ${what}: ${words}`);
    if (findings.length === 0) return;
    await makeFolder(dirname(remembered));
    await replaceFile(remembered, `${new Date().toISOString()}\n`);
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error;
    say(error.message);
  }
}
