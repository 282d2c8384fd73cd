import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';

/** Every revision of the composition that counts, oldest first, with a sentence for everything in the logs that does not. */
export async function readHistory({
  store,
  chain,
}: Pick<ReleasePlatform, 'store' | 'chain'>): Promise<{ entries: Composition[]; damaged: string[] }> {
  const entries: Composition[] = [];
  const damaged = [...new Set([...chain.problems, ...chain.passedOver])];
  for (const revision of await store.compositions.list()) {
    try {
      const entry = await chain.read(revision);
      if (entry) entries.push(entry);
    } catch (error) {
      damaged.push(messageOf(error));
    }
  }
  return { entries, damaged };
}
