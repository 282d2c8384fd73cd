import { createHash, type KeyObject } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { unlessAway } from '../store/store-away-error.ts';
import { type AcceptedRevision, revisionProblem } from './accept-revision.ts';
import { Rights } from './rights.ts';
import { type RightsChain, readRightsChain } from './rights-chain.ts';
import type { SignedEntry } from './signed-entry.ts';

/** What was looked at last of a revision in the store. */
interface Seen {
  fingerprint: string | null;
  sha256: string;
  key: string | null;
}

/** What a walk through the revisions has found so far. */
interface Walk {
  accepted: Map<number, Seen>;
  /** Of one that cannot be read there is no hash. */
  rejected: Map<number, { fingerprint: string | null; problem: string; sha256: string | null }>;
  current: AcceptedRevision | null;
  history: Map<string, Map<string, string | null>>;
  /** Every release that they name, as `remote id`. */
  named: Set<string>;
  /** Over the hashes of those from before there were signatures. */
  adopted: ReturnType<typeof createHash>;
  /** What is wrong with them. */
  adoption: string | null;
}

/** What a store says that an earlier version filled, or that has lost its rights. */
const notFounded =
  'The store has releases, but no list of who may do what: "npm run release -- keys found" (npm start does it, too) adopts a store from before there were rights.';

/** Revisions that are read at once. */
const atOnce = 64;
/** Revisions that do not count are looked at again when their file changes: it may have been half-written. */
const mostSuspects = 3;
/** Accepted revisions whose files are looked at again in each whole look: the newest, and as many of the others in turn. */
const looksBack = 100;

/**
 * The revisions of the composition that count, each held against the rights that were in force when it was written. Whatever
 * does not count is named in `problems`, and changes nothing: what is in effect stays in effect, also when the store
 * has lost it.
 */
export class ReleaseChain {
  readonly #store: Pick<ReleaseStore, 'compositions' | 'rights' | 'pace'>;
  readonly #readRoot: () => Promise<KeyObject | null>;
  #rights: RightsChain = { rights: new Rights(null), accepted: [], sha256: null, lastRevision: 0, problems: [] };
  #walk = startWalk();
  #lastRevision = 0;
  #changed = new Map<number, string>();
  #below: string | null = null;
  #turn = 0;
  #isAnchored = true;
  #rightsSeenAt = 0;
  #refreshing: Promise<void> | null = null;

  constructor(
    store: Pick<ReleaseStore, 'compositions' | 'rights' | 'pace'>,
    readRoot: () => Promise<KeyObject | null>,
  ) {
    this.#store = store;
    this.#readRoot = readRoot;
  }

  get rights(): Rights {
    return this.#rights.rights;
  }

  /** All revisions of the rights that count, oldest first. */
  get rightsHistory(): readonly Rights[] {
    return this.#rights.accepted;
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

  /** The highest number taken in the store, by whatever. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** A sentence for everything in the logs that does not count or is not as it was. */
  get problems(): readonly string[] {
    if (this.#rights.lastRevision === 0 && this.#lastRevision > 0) return [notFounded];
    const current = this.#walk.current?.composition.revision ?? 0;
    return [
      ...this.#rights.problems,
      // Below the one in effect they were passed over by whoever wrote that.
      ...[...this.#walk.rejected].filter(([revision]) => revision > current).map(([, { problem }]) => problem),
      ...(this.#walk.adoption ? [this.#walk.adoption] : []),
      ...this.#changed.values(),
      ...(this.#below ? [this.#below] : []),
    ];
  }

  /** The revision in effect, when its file is there and is not what it was. */
  get damagedCurrent(): { revision: number; text: string } | null {
    const { current } = this.#walk;
    if (!current || this.#changed.get(current.composition.revision) !== rewritten(current.composition.revision))
      return null;
    return { revision: current.composition.revision, text: current.text };
  }

  /** What does not count of the revisions below the one in effect, too. */
  get passedOver(): readonly string[] {
    return [...this.#walk.rejected.values()].map(({ problem }) => problem);
  }

  /** The name of the key that signed a revision; null for those from before there were signatures. */
  keyOf(revision: number): string | null {
    return this.#walk.accepted.get(revision)?.key ?? null;
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
    return this.#walk.named.has(`${remote} ${id}`);
  }

  /** What was live in a remote before a release went live the last time; undefined when that never did. */
  activationOf(remote: string, id: string): { from: string | null } | undefined {
    const of = this.#walk.history.get(remote);
    return of?.has(id) ? { from: of.get(id) ?? null } : undefined;
  }

  /**
   * Takes what is new in the store: cheap, made to be asked often. A whole look lists everything, finds what came out of
   * order, and looks at old revisions again. Rejects only when the store cannot be read at all.
   */
  refresh({ whole }: { whole: boolean }): Promise<void> {
    const before = this.#refreshing ?? Promise.resolve();
    const next = before.catch(() => {}).then(() => this.#refresh(whole));
    this.#refreshing = next;
    return next;
  }

  async #refresh(whole: boolean): Promise<void> {
    const { compositions } = this.#store;
    if (whole) {
      await this.#refreshRights();
      const listed = await compositions.list();
      this.#lastRevision = listed.at(-1) ?? 0;
      await this.#take(this.#walk, listed);
      await this.#lookBack(listed);
      return;
    }
    const current = this.#walk.current?.composition.revision ?? 0;
    const suspects: number[] = [];
    for (const [revision, { fingerprint }] of [...this.#walk.rejected].slice(-mostSuspects)) {
      const isOpen = revision > current && (await compositions.fingerprint(revision)) !== fingerprint;
      if (isOpen) suspects.push(revision);
    }
    let last = this.#lastRevision;
    while ((await compositions.fingerprint(last + 1)) !== null) {
      last += 1;
      suspects.push(last);
    }
    await this.#lookForRights({ atOnce: suspects.length > 0 });
    if (suspects.length > 0) await this.#take(this.#walk, suspects);
    // Only now: what could not be read is asked for again.
    this.#lastRevision = Math.max(this.#lastRevision, last);
  }

  /** Before a new revision is judged, and else as often as the store bears. */
  async #lookForRights({ atOnce }: { atOnce: boolean }): Promise<void> {
    const { rights, pace } = this.#store;
    if (!atOnce && Date.now() - this.#rightsSeenAt < pace.rights) return;
    const isNew = (await rights.fingerprint(this.#rights.lastRevision + 1)) !== null;
    this.#rightsSeenAt = Date.now();
    if (isNew) await this.#refreshRights();
  }

  /** Whether the revision in effect is still what it was in the store: cheap, made to be asked every few seconds. */
  async lookAtNewest(): Promise<void> {
    const { current } = this.#walk;
    if (current) await this.#compare(current.composition.revision);
  }

  async #refreshRights(): Promise<void> {
    const chain = await readRightsChain(this.#store.rights, await this.#readRoot());
    const before = this.#rights;
    const newest = chain.rights.revision?.revision ?? 0;
    const newestBefore = before.rights.revision?.revision ?? 0;
    if (newest < newestBefore) {
      const lost = `The store holds the rights up to revision ${newest}; revision ${newestBefore} is in force here: was a backup restored?`;
      this.#rights = { ...before, problems: [...chain.problems, lost] };
      return;
    }
    this.#rights = chain;
    const walk = startWalk();
    try {
      this.#isAnchored = await this.#findAnchor();
      if (chain.sha256 === before.sha256) return;
      // Who may do what was changed: everything is judged anew.
      const listed = await this.#store.compositions.list();
      this.#lastRevision = listed.at(-1) ?? 0;
      await this.#take(walk, listed);
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
  }

  /** Whether the store holds the very revision of the composition that the newest rights were written on. */
  async #findAnchor(): Promise<boolean> {
    const { after = 0, head = null } = this.rights.revision ?? {};
    if (after === 0) return true;
    const signed = await this.#store.compositions.readSigned(after).catch(unlessAway(() => null));
    return signed?.sha256 === head;
  }

  async #take(walk: Walk, revisions: readonly number[]): Promise<void> {
    const log = this.#store.compositions;
    const open = revisions.filter(
      (revision) => revision > (walk.current?.composition.revision ?? 0) && !walk.accepted.has(revision),
    );
    for (let start = 0; start < open.length; start += atOnce) {
      const batch = open.slice(start, start + atOnce);
      const read = await Promise.all(
        batch.map(async (revision) => {
          const fingerprint = await log.fingerprint(revision).catch(unlessAway(() => null));
          const signed = await log.readSigned(revision).catch(unlessAway(messageOf));
          return { revision, fingerprint, signed };
        }),
      );
      for (const { revision, fingerprint, signed } of read) {
        if (signed !== null) this.#judge(walk, { revision, fingerprint, signed });
      }
    }
  }

  #judge(
    walk: Walk,
    {
      revision,
      fingerprint,
      signed,
    }: { revision: number; fingerprint: string | null; signed: SignedEntry<Composition> | string },
  ): void {
    const problem = typeof signed === 'string' ? signed : this.#problemOf(walk, signed);
    if (problem !== null || typeof signed === 'string') {
      const sha256 = typeof signed === 'string' ? null : signed.sha256;
      walk.rejected.set(revision, { fingerprint, problem: problem ?? '', sha256 });
      return;
    }
    const { entry, sha256, text } = signed;
    const key = this.rights.keyById(signed.signatures[0]?.keyId ?? '')?.name ?? null;
    walk.rejected.delete(revision);
    walk.accepted.set(revision, { fingerprint, sha256, key });
    walk.current = { composition: entry, sha256, text, key };
    remember(walk, entry);
  }

  #problemOf(walk: Walk, signed: SignedEntry<Composition>): string | null {
    const { entry } = signed;
    const adopted = this.rights.revision?.adopted;
    if (adopted && entry.revision <= adopted.revision) {
      if (entry.revision === adopted.revision && signed.sha256 !== adopted.head) {
        return `${describe(entry)} does not count: it is not the one that was adopted.`;
      }
      walk.adopted.update(signed.sha256);
      if (entry.revision === adopted.revision && walk.adopted.copy().digest('hex') !== adopted.all) {
        walk.adoption = `A revision up to ${entry.revision} is not what it was when this store was adopted.`;
      }
      return null;
    }
    const inForce =
      this.#rights.accepted.findLast(({ revision }) => (revision?.after ?? 0) < entry.revision) ?? this.rights;
    const between = { from: walk.current?.composition.revision ?? 0, to: entry.revision };
    const basis = { before: walk.current, history: walk.history, isBehindGap: isGap(walk, between) };
    const problem =
      revisionProblem(signed, { ...basis, rights: inForce }) ??
      // Without the revision that the newest rights name, nothing proves that this one is older than they are.
      (this.#isAnchored || inForce === this.rights ? null : revisionProblem(signed, { ...basis, rights: this.rights }));
    return problem === null ? null : `${describe(entry)} does not count: ${problem}.`;
  }

  /** Accepted revisions whose files are gone, or are not what they were. */
  async #lookBack(listed: readonly number[]): Promise<void> {
    const held = new Set(listed);
    const accepted = [...this.#walk.accepted.keys()];
    const current = this.#walk.current?.composition.revision ?? 0;
    const highest = listed.at(-1) ?? 0;
    this.#below =
      highest < current
        ? `The store's newest revision is ${highest}; revision ${current} is in effect here, and stays: was a backup restored? Put the missing revisions back, or start the servers anew to go on from ${highest}.`
        : null;
    for (const revision of accepted) {
      if (held.has(revision)) continue;
      this.#changed.set(revision, `Revision ${revision} of the composition was removed from the store.`);
    }
    const older = accepted.slice(0, -looksBack);
    const from = older.length === 0 ? 0 : (this.#turn++ * looksBack) % older.length;
    for (const revision of [...older.slice(from, from + looksBack), ...accepted.slice(-looksBack)]) {
      if (held.has(revision)) await this.#compare(revision);
    }
  }

  async #compare(revision: number): Promise<void> {
    const known = this.#walk.accepted.get(revision);
    const fingerprint = await this.#store.compositions.fingerprint(revision);
    if (!known || fingerprint === null || (known.fingerprint === fingerprint && !this.#changed.has(revision))) return;
    const signed = await this.#store.compositions.readSigned(revision).catch(unlessAway(() => null));
    known.fingerprint = fingerprint;
    if (signed?.sha256 === known.sha256) this.#changed.delete(revision);
    else this.#changed.set(revision, rewritten(revision));
  }
}

function rewritten(revision: number): string {
  return `Revision ${revision} of the composition was rewritten since it was accepted.`;
}

function startWalk(): Walk {
  return {
    accepted: new Map(),
    rejected: new Map(),
    current: null,
    history: new Map(),
    named: new Set(),
    adopted: createHash('sha256'),
    adoption: null,
  };
}

/** What was live, for whoever goes back to it. */
function remember(walk: Walk, { action, remote, from, to, remotes }: Composition): void {
  const history = walk.history.get(remote) ?? new Map<string, string | null>();
  walk.history.set(remote, history);
  // From itself: it was live already and only its guard changed.
  if (['activate', 'promote'].includes(action) && from !== to) history.set(to, from);
  const { live, previous, canary } = remotes[remote] ?? {};
  for (const id of [live, previous, canary?.id]) if (id) walk.named.add(`${remote} ${id}`);
  for (const id of [live, previous]) if (id && !history.has(id)) history.set(id, null);
}

/** All revisions between two are missing or cannot be read, and there are some. */
function isGap(walk: Walk, { from, to }: { from: number; to: number }): boolean {
  if (to - from < 2) return false;
  for (let revision = from + 1; revision < to; revision += 1) {
    if (walk.rejected.get(revision)?.sha256) return false;
  }
  return true;
}

function describe({ revision, action, remote, by }: Composition): string {
  return `Revision ${revision} (${action} of ${remote} by ${by})`;
}
