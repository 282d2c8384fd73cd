import type { KeyObject } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';
import { messageOf, oneLine } from 'kit/server/text';
import { encodePublicKey, keyIdOfText, type SignedEntry } from '../keys/keys.ts';
import { type Rights, rightsOf } from '../keys/rights.ts';
import { describeEntry, type Revision } from '../log/revision.ts';
import type { RevisionLog } from '../log/revision-log.ts';
import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';
import { type AppliedRevision, applySigned, isFarInFuture } from './apply.ts';
import { HistoryCheck } from './history-check.ts';
import { emptySite, movesOf, type SiteState } from './site-state.ts';

interface FollowedStore {
  log: RevisionLog;
  place: string;
}

/** The first invalid revision after the valid ones. */
type RefusedRevision = Omit<ReadRevision, 'signed'> & { problem: string };

const atOnce = 64;

/** The result of a refresh: `historyChecked` resolves after the old revisions were checked, too. */
type Refreshed = { historyChecked?: Promise<void> };

/**
 * The longest valid prefix of a log and the resulting state of the site. The first refused, damaged or forged revision ends the
 * prefix, and `problems` names it; all revisions before it stay in effect. A revision that was valid once in this process stays
 * valid until the process ends, even if the store loses it.
 */
export class ReleaseChain {
  readonly #store: FollowedStore;
  readonly #readRoot: () => Promise<KeyObject | null>;
  /** By revision number. */
  readonly #applied: AppliedRevision[] = [];
  readonly #historyCheck: HistoryCheck;
  /** All root keys so far, SPKI in base64. */
  readonly #roots = new Set<string>();
  /** All releases that switches name, as `remote id`. */
  readonly #named = new Set<string>();
  readonly #withdrawn = new Map<string, number>();
  /** The root key of this process, encoded as in the log. */
  #root: string | null = null;
  #refused: RefusedRevision | null = null;
  /** Revisions whose object is damaged or missing, and for which a copy on this machine is used. */
  readonly #damaged = new Map<number, string>();
  #lastRevision = -1;
  /** The last refresh. Checks of old revisions run after it and delay no other refresh. */
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor(store: FollowedStore, readRoot: () => Promise<KeyObject | null>) {
    this.#store = store;
    this.#readRoot = readRoot;
    this.#historyCheck = new HistoryCheck(store.log);
  }

  /** Creates an empty chain over another instance of the store, which trusts the same root key. */
  over(store: FollowedStore): ReleaseChain {
    return new ReleaseChain(store, this.#readRoot);
  }

  get state(): SiteState {
    return (this.#isRooted && this.#applied.at(-1)?.state) || emptySite;
  }

  get rights(): Rights {
    return rightsOf(this.state.rights);
  }

  get rightsHash(): string | null {
    return this.state.rights?.sha256 ?? null;
  }

  get current() {
    const { composition } = this.state;
    const applied = composition && this.#applied[composition.revision];
    return applied ? { composition, sha256: applied.signed.sha256, key: applied.key } : null;
  }

  /** The highest number in the store, also of an invalid revision; -1 if the store is empty. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** All valid revisions, oldest first. */
  get applied(): readonly AppliedRevision[] {
    return this.#isRooted ? this.#applied : [];
  }

  /** All valid switches, oldest first. */
  get history(): readonly Composition[] {
    return this.applied.flatMap(({ signed, state }) => switchOf(signed, state) ?? []);
  }

  /** A sentence for each revision in the log that is invalid or has changed. */
  get problems(): readonly string[] {
    const damaged = [...this.#damaged.values()];
    return [
      ...(this.#lastRevision >= 0 ? this.#rootProblem : []),
      ...this.#futureTimeProblem,
      ...(this.#refused ? [this.#refused.problem] : []),
      ...damaged,
      ...this.#historyCheck.problemsBeside(this.#damaged),
    ];
  }

  /** Why nothing may be written now, as a sentence: the store has an invalid revision, or has lost a valid one. */
  get blocked(): string | null {
    const [rootProblem] = this.#lastRevision >= 0 ? this.#rootProblem : [];
    return rootProblem ?? this.#refused?.problem ?? this.#historyCheck.lost;
  }

  get refused(): number | null {
    return this.#refused?.revision ?? null;
  }

  keyOf(revision: number): string | null {
    return this.applied[revision]?.key ?? null;
  }

  sha256Of(revision: number): string | null {
    return this.applied[revision]?.signed.sha256 ?? null;
  }

  read(revision: number): Composition | null {
    const applied = this.applied[revision];
    return applied ? switchOf(applied.signed, applied.state) : null;
  }

  /** Whether a valid revision names a release as live, previous or canary. */
  names(remote: string, id: string): boolean {
    return this.#isRooted && this.#named.has(`${remote} ${id}`);
  }

  /** Releases that were rolled back and are not in use, as `remote/id`, with the revision of the rollback; the newest last. */
  get withdrawn(): ReadonlyMap<string, number> {
    return this.#withdrawn;
  }

  /** Valid revisions whose object in the store is damaged or missing, with the correct text. */
  get damaged(): { revision: number; text: string }[] {
    const revisions = [...new Set([...this.#damaged.keys(), ...this.#historyCheck.changed])];
    return revisions.flatMap((revision) => {
      const text = this.#applied[revision]?.signed.text;
      return text === undefined ? [] : [{ revision, text }];
    });
  }

  /**
   * Reads new revisions from the store, which is cheap. A full refresh lists all revisions and checks old ones again. Rejects
   * only if the store cannot be read at all.
   */
  refresh({ whole }: { whole: boolean }): Promise<void> {
    const turn = this.#refreshing
      .catch(() => {})
      .then((): Promise<Refreshed> => (whole ? this.#refreshAll() : this.#refreshNewest()));
    this.#refreshing = turn;
    return turn.then(({ historyChecked }) => historyChecked);
  }

  /** Checks that the newest revision is unchanged in the store. It is cheap enough for every few seconds. */
  async checkNewest(): Promise<void> {
    await this.#historyCheck.check(this.#applied, this.#applied.length - 1);
  }

  /** Old revisions are checked after the refresh, because no switch should wait for hundreds of files. */
  async #refreshAll(): Promise<Refreshed> {
    await this.#findRoot();
    const listed = await this.#store.log.list();
    this.#lastRevision = listed.at(-1) ?? -1;
    await this.#advance();
    for (const revision of this.#damaged.keys()) await this.#checkDamaged(revision);
    return { historyChecked: this.#historyCheck.checkAll(this.#applied, listed) };
  }

  async #refreshNewest(): Promise<Refreshed> {
    const { log } = this.#store;
    if (!this.#isRooted) await this.#findRoot();
    const refused = this.#refused;
    const isOpen = refused && (await log.fingerprint(refused.revision)) !== refused.fingerprint;
    let last = Math.max(this.#lastRevision, this.#applied.length - 1);
    while ((await log.fingerprint(last + 1)) !== null) last += 1;
    if (isOpen || last > this.#lastRevision) await this.#advance(last);
    // Set last, so that a failed read is repeated.
    this.#lastRevision = Math.max(this.#lastRevision, last);
    return {};
  }

  async #advance(last = this.#lastRevision): Promise<void> {
    this.#refused = null;
    while (this.#applied.length <= last && this.#refused === null) {
      const first = this.#applied.length;
      const batch = Array.from({ length: Math.min(atOnce, last - first + 1) }, (_, index) => first + index);
      const read = await mapConcurrently(batch, atOnce, (revision) => this.#read(revision));
      for (const found of read) if (this.#refused === null) await this.#take(found);
    }
  }

  async #read(revision: number): Promise<ReadRevision> {
    const { log } = this.#store;
    const fingerprint = await log.fingerprint(revision).catch(unlessUnavailable(() => null));
    const signed = await log.read(revision).catch(unlessUnavailable(messageOf));
    return { revision, fingerprint, signed: signed ?? `Revision ${revision} was removed from the store.` };
  }

  async #take({ revision, fingerprint, signed }: ReadRevision): Promise<void> {
    const state = this.#applied.at(-1)?.state ?? emptySite;
    const stored = typeof signed === 'string' ? null : applySigned(state, signed);
    if (stored && !('refusal' in stored)) {
      this.#store.log.keep(stored.signed);
      this.#count(stored);
      return;
    }
    const problem =
      typeof signed === 'string'
        ? signed
        : `Revision ${describeEntry(signed.entry)} does not count: ${stored?.refusal.message ?? ''}`;
    const copy = await this.#store.log.copyOf(revision);
    const copied = copy && applySigned(state, copy);
    if (copied && !('refusal' in copied)) {
      this.#damaged.set(revision, `${problem} A copy of this machine counts in its place.`);
      this.#count(copied);
      return;
    }
    const remedy = 'Put the file back, or run "npm run release -- repair", which moves it aside.';
    this.#refused = { revision, fingerprint, problem: `${problem} ${remedy}` };
  }

  #count(applied: AppliedRevision): void {
    const { signed, state } = applied;
    this.#applied.push(applied);
    if (state.rights) this.#roots.add(state.rights.root);
    const composition = switchOf(signed, state);
    if (composition) this.#remember(composition);
  }

  async #checkDamaged(revision: number): Promise<void> {
    const signed = await this.#store.log.read(revision).catch(unlessUnavailable(() => null));
    if (signed?.sha256 === this.#applied[revision]?.signed.sha256) this.#damaged.delete(revision);
  }

  async #findRoot(): Promise<void> {
    const root = await this.#readRoot();
    this.#root = root && encodePublicKey(root);
  }

  get #isRooted(): boolean {
    return this.#root !== null && this.#roots.has(this.#root);
  }

  get #rootProblem(): string[] {
    if (!this.#root)
      return ['The store has rights, but this process knows no root key: put it into DATA_DIR/keys/root.pub.'];
    if (this.#isRooted || this.#applied.length === 0) return [];
    return [
      `No revision of the log names the root key ${keyIdOfText(this.#root)} that this process was started with: put the right one into DATA_DIR/keys/root.pub.`,
    ];
  }

  /** The effect of a revision with a time in the future, and the remedy, as a sentence. */
  get #futureTimeProblem(): string[] {
    const newest = this.applied.at(-1);
    if (!newest || !isFarInFuture(newest.state.at, Date.now())) return [];
    const { signed, key, state } = newest;
    const remote = state.composition?.remote ?? '<remote>';
    return [
      `Revision ${describeEntry(signed.entry)}, signed by the key ${oneLine(key)}, says that it is of ${state.at}, a time that has not come: until staff switch something with a key for all remotes without an end ("npm run release -- rollback ${remote}"), keys with an end have ended, and so have freezes with one. Revoke the key ${oneLine(key)} unless its clock was wrong.`,
    ];
  }

  #remember(composition: Composition): void {
    const { revision, remotes } = composition;
    for (const { remote, from } of movesOf(composition)) {
      const { live, previous, canary, withdrawn } = remotes[remote] ?? {};
      for (const id of [live, previous, canary?.id]) if (id) this.#named.add(`${remote} ${id}`);
      const visible = [live, canary?.id];
      for (const id of withdrawn ? [] : visible) this.#withdrawn.delete(`${remote}/${id}`);
      const isLeft = withdrawn !== undefined || (from !== null && from !== live && isStepBack(composition));
      const left = withdrawn ? visible : [from];
      for (const id of isLeft ? left : []) {
        if (!id) continue;
        this.#withdrawn.delete(`${remote}/${id}`);
        this.#withdrawn.set(`${remote}/${id}`, revision);
      }
    }
  }
}

interface ReadRevision {
  revision: number;
  fingerprint: string | null;
  /** A sentence if it is unreadable. */
  signed: SignedEntry<Revision> | string;
}

/** Returns the composition after a switch; null for any other revision. */
function switchOf({ entry }: SignedEntry<Revision>, { composition }: SiteState): Composition | null {
  return composition?.revision === entry.revision ? composition : null;
}

/** Whether a switch withdraws its former release without a newer one. */
function isStepBack({ action, undoes }: Composition): boolean {
  if (action === 'undo') return undoes !== undefined && ['activate', 'promote', 'canary'].includes(undoes.action);
  return action === 'rollback' || action === 'abort';
}
