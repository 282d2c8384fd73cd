import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import type { CompositionWalk } from './composition-walk.ts';

/** Accepted revisions whose files are looked at again in each whole look: the newest, and as many of the others in turn. */
const looksBack = 100;
/** Side by side: one after the other they take seconds where the process has much else to do. */
const atOnce = 64;

/** Looks whether accepted revisions are still in the store, and still what they were. */
export class LookBack {
  readonly #log: ReleaseStore['compositions'];
  readonly #changed = new Map<number, string>();
  /** The fingerprints of files that were read again, and were what they had been. */
  readonly #looked = new Map<number, string>();
  #below: string | null = null;
  #turn = 0;

  constructor(log: ReleaseStore['compositions']) {
    this.#log = log;
  }

  /** A sentence for each that is gone or is another. */
  get problems(): readonly string[] {
    return [...this.#changed.values(), ...(this.#below ? [this.#below] : [])];
  }

  /** Its file is there, and is not what it was. */
  isRewritten(revision: number): boolean {
    return this.#changed.get(revision) === rewritten(revision);
  }

  /** Looks at what a walk has accepted, with all revisions that the store holds now. */
  async look({ accepted, current }: CompositionWalk, listed: readonly number[]): Promise<void> {
    const held = new Set(listed);
    const revisions = [...accepted.keys()];
    this.#below = belowProblem(listed.at(-1) ?? 0, current?.composition.revision ?? 0);
    for (const revision of revisions) {
      if (held.has(revision)) continue;
      this.#changed.set(revision, removed(revision));
    }
    const older = revisions.slice(0, -looksBack);
    const from = older.length === 0 ? 0 : (this.#turn++ * looksBack) % older.length;
    const looked = [...older.slice(from, from + looksBack), ...revisions.slice(-looksBack)];
    const there = looked.filter((revision) => held.has(revision));
    await mapConcurrently(there, atOnce, (revision) => this.#compare(accepted, revision));
  }

  /** Looks at these alone. */
  async lookAt({ accepted }: CompositionWalk, revisions: readonly number[]): Promise<void> {
    for (const revision of revisions) await this.#compare(accepted, revision);
  }

  async #compare(accepted: CompositionWalk['accepted'], revision: number): Promise<void> {
    const known = accepted.get(revision);
    const fingerprint = await this.#log.fingerprint(revision);
    if (!known) return;
    if (fingerprint === null) {
      this.#changed.set(revision, removed(revision));
      return;
    }
    const seen = this.#looked.get(revision) ?? known.fingerprint;
    if (seen === fingerprint && !this.#changed.has(revision)) return;
    const signed = await this.#log.readSigned(revision).catch(unlessUnavailable(() => null));
    this.#looked.set(revision, fingerprint);
    if (signed?.sha256 === known.sha256) this.#changed.delete(revision);
    else this.#changed.set(revision, rewritten(revision));
  }
}

function belowProblem(highest: number, current: number): string | null {
  if (highest >= current) return null;
  return `The store's newest revision is ${highest}; revision ${current} is in effect here, and stays: was a backup restored? Put the missing revisions back, or start the servers anew to go on from ${highest}.`;
}

function removed(revision: number): string {
  return `Revision ${revision} of the composition was removed from the store.`;
}

function rewritten(revision: number): string {
  return `Revision ${revision} of the composition was rewritten since it was accepted.`;
}
