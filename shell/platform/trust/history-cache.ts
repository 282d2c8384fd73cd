import type { Composition } from 'kit/contracts/composition';
import type { ReleaseChain } from './release-chain.ts';

type RemoteState = Composition['remotes'][string];

/**
 * Revisions that count, kept in memory once they were read: what counts never changes, and pages of the control room and the
 * guard ask for all of them again and again. One revision differs from the next in one or two remotes, so that states which
 * are the same are kept once.
 */
export class HistoryCache {
  readonly #chain: Pick<ReleaseChain, 'read' | 'sha256Of'>;
  readonly #cached = new Map<number, { sha256: string | null; entry: Composition }>();
  readonly #states = new Map<string, RemoteState>();

  constructor(chain: Pick<ReleaseChain, 'read' | 'sha256Of'>) {
    this.#chain = chain;
  }

  /** A revision that counts, or null. Throws a sentence when it is not what it was and was not read before. */
  async read(revision: number): Promise<Composition | null> {
    const sha256 = this.#chain.sha256Of(revision);
    const cached = this.#cached.get(revision);
    // By its hash: a backup that was put back may hold another revision of the same number.
    if (cached && cached.sha256 === sha256) return cached.entry;
    const read = await this.#chain.read(revision);
    if (!read) return null;
    const remotes = Object.fromEntries(Object.entries(read.remotes).map(([name, state]) => [name, this.#once(state)]));
    const entry = { ...read, remotes };
    this.#cached.set(revision, { sha256, entry });
    return entry;
  }

  #once(state: RemoteState): RemoteState {
    const text = JSON.stringify(state);
    const known = this.#states.get(text) ?? state;
    this.#states.set(text, known);
    return known;
  }
}
