import type { KeyObject } from 'node:crypto';
import type { Composition } from 'kit/contracts/composition';
import { messageOf, oneLine } from 'kit/server/text';
import { encodePublicKey, keyIdOf, type SignedEntry, verifyAhead } from '../keys/keys.ts';
import { type Rights, rightsOf } from '../keys/rights.ts';
import { describeEntry, type Revision } from '../log/revision.ts';
import type { RevisionLog } from '../log/revision-log.ts';
import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';
import { type AppliedRevision, applySigned, isMadeUp } from './apply.ts';
import { LookBack } from './look-back.ts';
import { emptySite, movesOf, type SiteState } from './site-state.ts';

/** The log that is followed, and where it is. */
interface FollowedStore {
  log: RevisionLog;
  place: string;
}

/** A switch that counts. */
interface CurrentSwitch {
  composition: Composition;
  sha256: string;
  /** The name of the key that signed it. */
  key: string;
}

/** What stands behind the revisions that count, and does not count itself. */
interface RefusedRevision {
  revision: number;
  fingerprint: string | null;
  /** A sentence. */
  problem: string;
}

/** Revisions that are read at once. */
const atOnce = 64;

/** What a look leaves behind. */
interface Refreshed {
  /** Resolves once old revisions were looked at, too. */
  lookedBack?: Promise<void>;
}

/**
 * The longest valid beginning of a log, and what it makes of the site. The first revision that is refused, damaged or forged ends
 * it and is named in `problems`; everything before stays in effect. What counted once in this process counts until it ends, also
 * when the store has lost it.
 */
export class ReleaseChain {
  readonly #store: FollowedStore;
  readonly #readRoot: () => Promise<KeyObject | null>;
  /** By their number. */
  readonly #applied: AppliedRevision[] = [];
  readonly #lookBack: LookBack;
  /** Every root key that counted, SPKI in base64. */
  readonly #roots = new Set<string>();
  /** Every release that a switch names, as `remote id`. */
  readonly #named = new Set<string>();
  readonly #withdrawn = new Map<string, number>();
  #root: KeyObject | null = null;
  #refused: RefusedRevision | null = null;
  /** Revisions whose object is damaged or missing, while a copy of this machine counts. */
  readonly #damaged = new Map<number, string>();
  #lastRevision = -1;
  /** The last turn; what is looked back at behind it holds up no other. */
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor(store: FollowedStore, readRoot: () => Promise<KeyObject | null>) {
    this.#store = store;
    this.#readRoot = readRoot;
    this.#lookBack = new LookBack(store.log);
  }

  /** The same for another opening of the store: knows nothing yet, and trusts the same root key. */
  over(store: FollowedStore): ReleaseChain {
    return new ReleaseChain(store, this.#readRoot);
  }

  /** The site as the revisions that count make it. */
  get state(): SiteState {
    return (this.#isRooted && this.#applied.at(-1)?.state) || emptySite;
  }

  get rights(): Rights {
    return rightsOf(this.state.rights);
  }

  /** Changes with the rights. */
  get rightsHash(): string | null {
    return this.state.rights?.sha256 ?? null;
  }

  /** The newest switch. */
  get current(): CurrentSwitch | null {
    const { composition } = this.state;
    const applied = composition && this.#applied[composition.revision];
    return applied ? { composition, sha256: applied.signed.sha256, key: applied.key } : null;
  }

  /** The highest number taken in the store, by whatever; -1 where it is empty. */
  get lastRevision(): number {
    return this.#lastRevision;
  }

  /** All revisions that count, oldest first. */
  get applied(): readonly AppliedRevision[] {
    return this.#isRooted ? this.#applied : [];
  }

  /** All switches that count, oldest first. */
  get history(): readonly Composition[] {
    return this.applied.flatMap(({ signed, state }) => switchOf(signed, state) ?? []);
  }

  /** A sentence for everything in the log that does not count or is not as it was. */
  get problems(): readonly string[] {
    const damaged = [...this.#damaged.values()];
    return [
      ...(this.#lastRevision >= 0 ? this.#rootProblem : []),
      ...this.#madeUpTime,
      ...(this.#refused ? [this.#refused.problem] : []),
      ...damaged,
      ...this.#lookBack.problemsBeside(this.#damaged),
    ];
  }

  /** Why nothing may be written now, as a sentence: the store holds what does not count, or has lost what does. */
  get blocked(): string | null {
    const [rootProblem] = this.#lastRevision >= 0 ? this.#rootProblem : [];
    return rootProblem ?? this.#refused?.problem ?? this.#lookBack.lost;
  }

  /** The revision behind the ones that count, if there is one. */
  get refused(): number | null {
    return this.#refused?.revision ?? null;
  }

  /** The name of the key that signed a revision that counts; null of no other. */
  keyOf(revision: number): string | null {
    return this.applied[revision]?.key ?? null;
  }

  /** The hash of a revision that counts; null of no other. */
  sha256Of(revision: number): string | null {
    return this.applied[revision]?.signed.sha256 ?? null;
  }

  /** What a revision that counts and is a switch made of the site, or null. */
  read(revision: number): Composition | null {
    const applied = this.applied[revision];
    return applied ? switchOf(applied.signed, applied.state) : null;
  }

  /** Whether a revision that counts ever named a release: as live, as the one before, or as a canary. */
  names(remote: string, id: string): boolean {
    return this.#isRooted && this.#named.has(`${remote} ${id}`);
  }

  /** Releases that were taken back and that nobody gets now, as `remote/id`, with the revision that did it; the newest last. */
  get withdrawn(): ReadonlyMap<string, number> {
    return this.#withdrawn;
  }

  /** Revisions that count, whose object in the store is damaged or missing, as they should be there. */
  get damaged(): { revision: number; text: string }[] {
    const revisions = [...new Set([...this.#damaged.keys(), ...this.#lookBack.changed])];
    return revisions.flatMap((revision) => {
      const text = this.#applied[revision]?.signed.text;
      return text === undefined ? [] : [{ revision, text }];
    });
  }

  /**
   * Takes what is new in the store: cheap, made to be asked often. A whole look lists everything, and looks at old revisions
   * again. Rejects only when the store cannot be read at all.
   */
  refresh({ whole }: { whole: boolean }): Promise<void> {
    const turn = this.#refreshing
      .catch(() => {})
      .then((): Promise<Refreshed> => (whole ? this.#refreshAll() : this.#refreshNewest()));
    this.#refreshing = turn;
    return turn.then(({ lookedBack }) => lookedBack);
  }

  /** Whether the newest revision is still what it was in the store: cheap, made to be asked every few seconds. */
  async lookAtNewest(): Promise<void> {
    await this.#lookBack.lookAt(this.#applied, [this.#applied.length - 1]);
  }

  /** The old revisions are looked at behind the turn: hundreds of files, which no switch has to wait for. */
  async #refreshAll(): Promise<Refreshed> {
    this.#root = await this.#readRoot();
    const listed = await this.#store.log.list();
    this.#lastRevision = listed.at(-1) ?? -1;
    await this.#advance();
    for (const revision of this.#damaged.keys()) await this.#lookAtDamaged(revision);
    return { lookedBack: this.#lookBack.look(this.#applied, listed) };
  }

  async #refreshNewest(): Promise<Refreshed> {
    const { log } = this.#store;
    if (!this.#isRooted) this.#root = await this.#readRoot();
    const refused = this.#refused;
    const isOpen = refused && (await log.fingerprint(refused.revision)) !== refused.fingerprint;
    let last = Math.max(this.#lastRevision, this.#applied.length - 1);
    while ((await log.fingerprint(last + 1)) !== null) last += 1;
    if (isOpen || last > this.#lastRevision) await this.#advance(last);
    // Only now: what could not be read is asked for again.
    this.#lastRevision = Math.max(this.#lastRevision, last);
    return {};
  }

  /** Goes on as far as revisions count. */
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
    if (signed !== null && typeof signed !== 'string') await this.#verifyAhead(signed);
    return { revision, fingerprint, signed: signed ?? `Revision ${revision} was removed from the store.` };
  }

  /** Uses the keys that are known now. Whether a key had the right to sign this revision is decided when it is applied. */
  async #verifyAhead({ sha256, signatures }: SignedEntry<Revision>): Promise<void> {
    for (const signature of signatures) {
      const key = rightsOf(this.#applied.at(-1)?.state.rights ?? null).keyById(signature.keyId)?.key;
      if (key) await verifyAhead(sha256, signature, key);
    }
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

  async #lookAtDamaged(revision: number): Promise<void> {
    const signed = await this.#store.log.read(revision).catch(unlessUnavailable(() => null));
    if (signed?.sha256 === this.#applied[revision]?.signed.sha256) this.#damaged.delete(revision);
  }

  get #isRooted(): boolean {
    return this.#root !== null && this.#roots.has(encodePublicKey(this.#root));
  }

  get #rootProblem(): string[] {
    if (!this.#root)
      return ['The store has rights, but this process knows no root key: put it into DATA_DIR/keys/root.pub.'];
    if (this.#isRooted || this.#applied.length === 0) return [];
    return [
      `No revision of the log names the root key ${keyIdOf(this.#root)} that this process was started with: put the right one into DATA_DIR/keys/root.pub.`,
    ];
  }

  /** What a revision does to others whose time has not come, and what to do, as a sentence. */
  get #madeUpTime(): string[] {
    const newest = this.applied.at(-1);
    if (!newest || !isMadeUp(newest.state.at, Date.now())) return [];
    const { signed, key, state } = newest;
    const remote = state.composition?.remote ?? '<remote>';
    return [
      `Revision ${describeEntry(signed.entry)}, signed by the key ${oneLine(key)}, says that it is of ${state.at}, a time that has not come: until staff switch something with a key for all remotes without an end ("npm run release -- rollback ${remote}"), keys with an end have ended, and so have freezes with one. Revoke the key ${oneLine(key)} unless its clock was wrong.`,
    ];
  }

  /** What was named, and what was taken back and is not live again. */
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
  /** A sentence when it cannot be read. */
  signed: SignedEntry<Revision> | string;
}

/** What a revision made of the site, if it is a switch. */
function switchOf({ entry }: SignedEntry<Revision>, { composition }: SiteState): Composition | null {
  return composition?.revision === entry.revision ? composition : null;
}

/** What it leaves was taken back, and not replaced by something newer. */
function isStepBack({ action, undoes }: Composition): boolean {
  if (action === 'undo') return undoes !== undefined && ['activate', 'promote', 'canary'].includes(undoes.action);
  return action === 'rollback' || action === 'abort';
}
