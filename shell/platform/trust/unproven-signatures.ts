import type { Composition } from 'kit/contracts/composition';
import { mapConcurrently } from '../storage/object-storage.ts';
import type { KnownKey } from './rights.ts';
import { holdsLater, type SignedEntry } from './signed-entry.ts';

/** As many as Node has threads for. */
const atOnce = 4;

/**
 * Signatures of revisions that count because a later one vouches for them. They decide nothing, yet the log names people by
 * them: they are looked at beside everything else, on other threads.
 */
export class UnprovenSignatures {
  readonly #open = new Map<
    number,
    { signed: Pick<SignedEntry<Composition>, 'sha256' | 'signatures'>; key: KnownKey }
  >();

  add({ entry, sha256, signatures }: SignedEntry<Composition>, key: KnownKey): void {
    this.#open.set(entry.revision, { signed: { sha256, signatures }, key });
  }

  clear(): void {
    this.#open.clear();
  }

  /** Looks at those that are open; calls back for each that does not hold. */
  async prove(onBad: (revision: number, key: KnownKey) => void): Promise<void> {
    await mapConcurrently([...this.#open], atOnce, async ([revision, { signed, key }]) => {
      const holds = await holdsLater('composition', signed, key);
      if (this.#open.delete(revision) && !holds) onBad(revision, key);
    });
  }
}
