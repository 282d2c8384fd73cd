import type { KeyObject } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';
import type { ReleaseStore } from '../store/release-store.ts';
import { unlessAway } from '../store/store-away-error.ts';
import type { AcceptedRevision } from './accept-revision.ts';
import { CompositionWalk } from './composition-walk.ts';
import { HistoryCache } from './history-cache.ts';
import { LookBack } from './look-back.ts';
import { Rights } from './rights.ts';
import { type RightsChain, readRightsChain } from './rights-chain.ts';
import type { SignedEntry } from './signed-entry.ts';
import { madeUpTimeProblem } from './time-problem.ts';

const rightsLost = 'The store has releases, but no list of who may do what: put its rights back from a copy.';

/** Revisions that do not count are looked at again when their file changes: it may have been half-written. */
const mostSuspects = 3;

/** What a turn leaves behind. */
interface Refreshed {
  /** Resolves once old revisions were looked at, too. */
  lookedBack?: Promise<void>;
}

/**
 * The revisions of the composition that count, each held against the rights that were in force when it was written. Whatever
 * does not count is named in `problems`, and changes nothing: what is in effect stays in effect, also when the store
 * has lost it.
 */
export class ReleaseChain {
  readonly #store: Pick<ReleaseStore, 'compositions' | 'rights' | 'pace'>;
  readonly #readRoot: () => Promise<KeyObject | null>;
  #rights: RightsChain = {
    rights: new Rights(null),
    accepted: [],
    keys: new Map(),
    sha256: null,
    lastRevision: 0,
    problems: [],
  };
  #walk: CompositionWalk;
  readonly #lookBack: LookBack;
  /** What counts, for those who read all of it again and again. */
  readonly history: HistoryCache = new HistoryCache(this);
  #lastRevision = 0;
  #isAnchored = true;
  #rightsSeenAt = 0;
  /** The last turn; what is looked back at behind it holds up no other. */
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor(
    store: Pick<ReleaseStore, 'compositions' | 'rights' | 'pace'>,
    readRoot: () => Promise<KeyObject | null>,
  ) {
    this.#store = store;
    this.#readRoot = readRoot;
    this.#walk = new CompositionWalk(store.compositions);
    this.#lookBack = new LookBack(store.compositions);
  }

  /** The same for another opening of the store: knows nothing yet, and trusts the same root key. */
  over(store: Pick<ReleaseStore, 'compositions' | 'rights' | 'pace'>): ReleaseChain {
    return new ReleaseChain(store, this.#readRoot);
  }

  get rights(): Rights {
    return this.#rights.rights;
  }

  /** All revisions of the rights that count, oldest first. */
  get rightsHistory(): readonly Rights[] {
    return this.#rights.accepted;
  }

  /** The name of the key that signed a revision of the rights that counts; null of no other. */
  rightsKeyOf(revision: number): string | null {
    return this.#rights.keys.get(revision) ?? null;
  }

  /** The hash of the rights in force. */
  get rightsHash(): string | null {
    return this.#rights.sha256;
  }

  /** The highest revision of the rights in the store, whether it counts or not. */
  get lastRightsRevision(): number {
    return this.#rights.lastRevision;
  }

  get current(): AcceptedRevision | null {
    return this.#walk.current;
  }

  /** The revision that {@link current} follows on: what an undo goes back to. */
  get earlier(): AcceptedRevision | null {
    return this.#walk.earlier;
  }

  /** The highest number taken in the store, by whatever. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** A sentence for everything in the logs that does not count or is not as it was. */
  get problems(): readonly string[] {
    if (this.#rights.lastRevision === 0 && this.#lastRevision > 0) return [rightsLost];
    const current = this.#walk.current?.composition.revision ?? 0;
    const madeUp = madeUpTimeProblem(this.#walk.current, Date.now());
    return [
      ...this.#rights.problems,
      ...(madeUp ? [madeUp] : []),
      // Below the one in effect they were passed over by whoever wrote that.
      ...[...this.#walk.rejected].filter(([revision]) => revision > current).map(([, { problem }]) => problem),
      ...this.#walk.resigned,
      ...this.#lookBack.problems,
    ];
  }

  /** The revision in effect, when its file is there and is not what it was. */
  get damagedCurrent(): { revision: number; text: string } | null {
    const { current } = this.#walk;
    if (!current || !this.#lookBack.isRewritten(current.composition.revision)) return null;
    return { revision: current.composition.revision, text: current.text };
  }

  /** What does not count of the revisions below the one in effect, too. */
  get passedOver(): readonly string[] {
    return [...this.#walk.rejected.values()].map(({ problem }) => problem);
  }

  /** The name of the key that signed a revision; null where its signature was changed since. */
  keyOf(revision: number): string | null {
    return this.#walk.accepted.get(revision)?.key ?? null;
  }

  /** The hash of a revision that counts; null of no other. */
  sha256Of(revision: number): string | null {
    return this.#walk.accepted.get(revision)?.sha256 ?? null;
  }

  /** Why a revision would not count if it were the next one, as the end of a sentence; null when it would. */
  objectionTo(signed: SignedEntry<Composition>): string | null {
    return this.#walk.objectionTo(signed, this.#judge);
  }

  /** A revision that counts, or null. Throws a sentence when it is not what it was. */
  async read(revision: number): Promise<Composition | null> {
    const known = this.#walk.accepted.get(revision);
    if (!known) return null;
    if (revision === this.#walk.current?.composition.revision) return this.#walk.current.composition;
    const signed = await this.#store.compositions.readSigned(revision);
    return signed?.sha256 === known.sha256 ? signed.entry : null;
  }

  /** Whether a revision that counts ever named a release: as live, as the one before, or as a canary. */
  names(remote: string, id: string): boolean {
    return this.#walk.names(remote, id);
  }

  /** Releases that were taken back and that nobody gets now, as `remote/id`, with the revision that did it; the newest last. */
  get withdrawn(): ReadonlyMap<string, number> {
    return this.#walk.withdrawn;
  }

  /** What was live in a remote before a release went live the last time; undefined when that never did. */
  activationOf(remote: string, id: string): { from: string | null } | undefined {
    return this.#walk.activationOf(remote, id);
  }

  /**
   * Takes what is new in the store: cheap, made to be asked often. A whole look lists everything, finds what came out of
   * order, and looks at old revisions again. Rejects only when the store cannot be read at all.
   */
  refresh({ whole }: { whole: boolean }): Promise<void> {
    const turn = this.#refreshing
      .catch(() => {})
      .then((): Promise<Refreshed> => (whole ? this.#refreshAll() : this.#refreshNewest()));
    this.#refreshing = turn;
    return turn.then(({ lookedBack }) => lookedBack);
  }

  /** The old revisions are looked at behind the turn: hundreds of files, which no switch has to wait for. */
  async #refreshAll(): Promise<Refreshed> {
    const listed = (await this.#refreshRights()) ?? (await this.#store.compositions.list());
    this.#lastRevision = listed.at(-1) ?? 0;
    await this.#walk.take(listed, this.#judge);
    return { lookedBack: this.#lookBack.look(this.#walk, listed) };
  }

  async #refreshNewest(): Promise<Refreshed> {
    const { compositions } = this.#store;
    const current = this.#walk.current?.composition.revision ?? 0;
    const suspects: number[] = [];
    for (const [revision, { fingerprint }] of [...this.#walk.rejected].slice(-mostSuspects)) {
      const isOpen = revision > current && (await compositions.fingerprint(revision)) !== fingerprint;
      if (isOpen) suspects.push(revision);
    }
    let last = this.#lastRevision;
    let isThere = (await compositions.fingerprint(last + 1)) !== null;
    if (!isThere) await this.#lookForRights({ atOnce: suspects.length > 0 });
    while (isThere) {
      last += 1;
      suspects.push(last);
      // Side by side: each answer may take seconds. The rights are asked for after the revision that they are to judge.
      const [next] = await Promise.all([compositions.fingerprint(last + 1), this.#lookForRights({ atOnce: true })]);
      isThere = next !== null;
    }
    if (suspects.length > 0) await this.#walk.take(suspects, this.#judge);
    // Only now: what could not be read is asked for again.
    this.#lastRevision = Math.max(this.#lastRevision, last);
    return {};
  }

  /** Before a new revision is judged, and else as often as the store bears. */
  async #lookForRights({ atOnce }: { atOnce: boolean }): Promise<void> {
    const { rights, pace } = this.#store;
    if (!atOnce && Date.now() - this.#rightsSeenAt < pace.rights) return;
    const isNew = (await rights.fingerprint(this.#rights.lastRevision + 1)) !== null;
    this.#rightsSeenAt = Date.now();
    if (isNew) await this.#refreshRights();
  }

  /** Resolves once every signature was looked at, also of what counts by a later one: what the log and its readers wait for. */
  prove(): Promise<void> {
    return this.#walk.prove();
  }

  /** Whether the revision in effect is still what it was in the store: cheap, made to be asked every few seconds. */
  async lookAtNewest(): Promise<void> {
    const { current } = this.#walk;
    if (current) await this.#lookBack.lookAt(this.#walk, [current.composition.revision]);
  }

  /** Gives the revisions of the composition, where it had to list them. */
  async #refreshRights(): Promise<number[] | null> {
    const chain = await readRightsChain(this.#store.rights, await this.#readRoot());
    const before = this.#rights;
    const newest = chain.rights.revision?.revision ?? 0;
    const newestBefore = before.rights.revision?.revision ?? 0;
    if (newest < newestBefore) {
      const lost = `The store holds the rights up to revision ${newest}; revision ${newestBefore} is in force here: was a backup restored?`;
      this.#rights = { ...before, problems: [...chain.problems, lost] };
      return null;
    }
    this.#rights = chain;
    const walk = new CompositionWalk(this.#store.compositions);
    let listed: number[];
    try {
      this.#isAnchored = await this.#findAnchor();
      if (chain.sha256 === before.sha256) return null;
      // Who may do what was changed: everything is judged anew.
      listed = await this.#store.compositions.list();
      this.#lastRevision = listed.at(-1) ?? 0;
      await walk.take(listed, this.#judge);
    } catch (error) {
      // Read anew with the next look: half of it may not stay.
      this.#rights = before;
      throw error;
    }
    const { current } = this.#walk;
    const again = current && walk.accepted.get(current.composition.revision);
    // The very same entry, and not what somebody has put in its place meanwhile.
    const isRevoked = current && walk.rejected.get(current.composition.revision)?.sha256 === current.sha256;
    if (!current || again?.sha256 === current.sha256 || isRevoked) this.#walk = walk;
    return listed;
  }

  /** Whether the store holds the very revision of the composition that the newest rights were written on. */
  async #findAnchor(): Promise<boolean> {
    const { after = 0, head = null } = this.rights.revision ?? {};
    if (after === 0) return true;
    const signed = await this.#store.compositions.readSigned(after).catch(unlessAway(() => null));
    return signed?.sha256 === head;
  }

  /** What revisions are held against from now on. */
  get #judge() {
    return { rights: this.#rights, isAnchored: this.#isAnchored };
  }
}
