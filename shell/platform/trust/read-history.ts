import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';

/** Revisions that are read at once. */
const atOnce = 16;

type Platform = Pick<ReleasePlatform, 'store' | 'chain'>;

interface History {
  /** Oldest first. */
  entries: Composition[];
  /** A sentence for everything in the logs that does not count. */
  damaged: string[];
}

/** Every revision of the composition that counts, read from the store as it is now. */
export function readHistory(platform: Platform): Promise<History> {
  return readRevisions(platform, (revision) => platform.chain.read(revision));
}

/** Every revision of the composition that counts; those that were read before are not read again. */
export function recallHistory(platform: Platform): Promise<History> {
  return readRevisions(platform, (revision) => platform.chain.history.read(revision));
}

async function readRevisions(
  { store, chain }: Platform,
  readOne: (revision: number) => Promise<Composition | null>,
): Promise<History> {
  // Whoever reads the history reads who it was by.
  await chain.prove();
  const entries: Composition[] = [];
  const damaged = [...new Set([...chain.problems, ...chain.passedOver])];
  const revisions = await store.compositions.list();
  const read = await mapConcurrently(revisions, atOnce, (revision) =>
    readOne(revision).catch(unlessUnavailable(messageOf)),
  );
  for (const entry of read) {
    if (typeof entry === 'string') damaged.push(entry);
    else if (entry) entries.push(entry);
  }
  return { entries, damaged };
}
