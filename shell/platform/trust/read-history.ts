import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { inBatches } from '../store/in-batches.ts';
import { unlessAway } from '../store/store-away-error.ts';

/** Revisions that are read at once. */
const atOnce = 16;

/** Every revision of the composition that counts, oldest first, with a sentence for everything in the logs that does not. */
export async function readHistory({
  store,
  chain,
}: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<{ entries: Composition[]; damaged: string[] }> {
  await chain.prove();
  const entries: Composition[] = [];
  const damaged = [...new Set([...chain.problems, ...chain.passedOver])];
  const revisions = await store.compositions.list();
  const read = await inBatches(revisions, atOnce, (revision) => chain.read(revision).catch(unlessAway(messageOf)));
  for (const entry of read) {
    if (typeof entry === 'string') damaged.push(entry);
    else if (entry) entries.push(entry);
  }
  return { entries, damaged };
}
