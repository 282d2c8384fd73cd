import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import { oneLine } from '../one-line.ts';
import { inBatches } from '../store/in-batches.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { unlessAway } from '../store/store-away-error.ts';
import { type Move, movesOf } from '../switch/moves-of.ts';
import { type AcceptedRevision, revisionProblem } from './accept-revision.ts';
import type { Rights } from './rights.ts';
import type { RightsChain } from './rights-chain.ts';
import { isSignedBy, type SignedEntry } from './signed-entry.ts';
import { UnprovenSignatures } from './unproven-signatures.ts';
import { vouchedFor } from './vouched-for.ts';

/** What was looked at last of a revision in the store. */
interface Seen {
  fingerprint: string | null;
  sha256: string;
  key: string | null;
}

interface Rejected {
  fingerprint: string | null;
  problem: string;
  /** Of one that cannot be read there is none. */
  sha256: string | null;
}

/** What revisions are held against. */
export interface Judge {
  rights: RightsChain;
  /** Whether the store holds the very revision of the composition that the newest rights were written on. */
  isAnchored: boolean;
}

interface ReadRevision {
  revision: number;
  fingerprint: string | null;
  /** A sentence when it cannot be read. */
  signed: SignedEntry<Composition> | string;
}

/** Revisions that are read at once. */
const atOnce = 64;
/** Revisions that are judged together, so that one signature can vouch for what it follows on. */
const judgedTogether = 1000;

/** One walk through the revisions of a store, oldest first: which of them count, and why the others do not. */
export class CompositionWalk {
  readonly #log: ReleaseStore['compositions'];
  readonly #accepted = new Map<number, Seen>();
  readonly #rejected = new Map<number, Rejected>();
  readonly #history = new Map<string, Map<string, string | null>>();
  /** Every release that they name, as `remote id`. */
  readonly #named = new Set<string>();
  readonly #withdrawn = new Map<string, number>();
  /** Revisions that count since a later one vouches for them, and whose own signature was not looked at yet. */
  readonly #unproven = new UnprovenSignatures();
  /** A sentence for each of those whose own signature does not hold. */
  readonly #resigned = new Map<number, string>();
  #current: AcceptedRevision | null = null;
  /** The one that it follows on. */
  #earlier: AcceptedRevision | null = null;

  constructor(log: ReleaseStore['compositions']) {
    this.#log = log;
  }

  get accepted(): ReadonlyMap<number, Seen> {
    return this.#accepted;
  }

  get rejected(): ReadonlyMap<number, Rejected> {
    return this.#rejected;
  }

  /** The newest that counts. */
  get current(): AcceptedRevision | null {
    return this.#current;
  }

  /** The one that it follows on: what an undo goes back to. */
  get earlier(): AcceptedRevision | null {
    return this.#earlier;
  }

  get #basis() {
    return { before: this.#current, earlier: this.#earlier, history: this.#history };
  }

  /** Whether any of them names a release: as live, as the one before, or as a canary. */
  names(remote: string, id: string): boolean {
    return this.#named.has(`${remote} ${id}`);
  }

  /** Releases that were taken back and that nobody gets now, as `remote/id`, with the revision that did it; the newest last. */
  get withdrawn(): ReadonlyMap<string, number> {
    return this.#withdrawn;
  }

  /** What was live in a remote before a release went live the last time; undefined when that never did. */
  activationOf(remote: string, id: string): { from: string | null } | undefined {
    const of = this.#history.get(remote);
    return of?.has(id) ? { from: of.get(id) ?? null } : undefined;
  }

  /** Why a revision would not count if it were the next one, as the end of a sentence; null when it would. */
  objectionTo(signed: SignedEntry<Composition>, { rights: { rights } }: Judge): string | null {
    const { before, earlier, history } = this.#basis;
    return revisionProblem(signed, { before, earlier, rights, history, isBehindGap: false });
  }

  /** A sentence for each revision that counts and whose signature somebody has changed since. */
  get resigned(): readonly string[] {
    return [...this.#resigned.values()];
  }

  /** Goes on with these revisions. Rejects only when the store cannot be read at all. */
  async take(revisions: readonly number[], judge: Judge): Promise<void> {
    // What a running process has in effect is never judged by what came later.
    const isFresh = this.#current === null;
    if (await this.#takeAll(revisions, judge, { vouching: isFresh })) return;
    this.#forget();
    await this.#takeAll(revisions, judge, { vouching: false });
  }

  /** Looks at the signatures that nothing rests on, on other threads: by whom a revision is, the log tells by them. */
  prove(): Promise<void> {
    return this.#unproven.prove((revision, { name }) => {
      const seen = this.#accepted.get(revision);
      if (seen) seen.key = null;
      this.#resigned.set(
        revision,
        `The signature of revision ${revision} was changed since it was accepted: it is not by ${name}. What it says holds, since a later revision vouches for it.`,
      );
    });
  }

  /** False when somebody vouched for others and does not count. */
  async #takeAll(revisions: readonly number[], judge: Judge, { vouching }: { vouching: boolean }): Promise<boolean> {
    const open = revisions.filter(
      (revision) => revision > (this.#current?.composition.revision ?? 0) && !this.#accepted.has(revision),
    );
    for (let start = 0; start < open.length; start += judgedTogether) {
      const batch = open.slice(start, start + judgedTogether);
      const found = await inBatches(batch, atOnce, (revision) => this.#read(revision));
      const read = found.filter((one) => one !== null);
      const entries = vouching ? read.flatMap(({ signed }) => (typeof signed === 'string' ? [] : [signed])) : [];
      const vouched = vouchedFor(entries, (signed) => vouchesForAll(signed, judge));
      for (const one of read) this.#judge(one, judge, { isVouchedFor: vouched.revisions.has(one.revision) });
      if (vouched.by !== null && vouched.revisions.size > 0 && !this.#accepted.has(vouched.by)) return false;
    }
    return true;
  }

  #forget(): void {
    for (const known of [this.#accepted, this.#rejected, this.#history, this.#named, this.#withdrawn]) known.clear();
    this.#unproven.clear();
    this.#current = null;
    this.#earlier = null;
  }

  async #read(revision: number): Promise<ReadRevision | null> {
    const fingerprint = await this.#log.fingerprint(revision).catch(unlessAway(() => null));
    const signed = await this.#log.readSigned(revision).catch(unlessAway(messageOf));
    return signed === null ? null : { revision, fingerprint, signed };
  }

  #judge({ revision, fingerprint, signed }: ReadRevision, judge: Judge, how: { isVouchedFor: boolean }): void {
    const problem = typeof signed === 'string' ? signed : this.#problemOf(signed, judge, how);
    if (problem !== null || typeof signed === 'string') {
      const sha256 = typeof signed === 'string' ? null : signed.sha256;
      this.#rejected.set(revision, { fingerprint, problem: problem ?? '', sha256 });
      return;
    }
    const { entry, sha256, text } = signed;
    const keyId = signed.signatures[0]?.keyId ?? '';
    const name = judge.rights.rights.keyById(keyId)?.name ?? null;
    const signer = how.isVouchedFor ? rightsAt(revision, judge.rights).keyById(keyId) : undefined;
    if (signer) this.#unproven.add(signed, signer);
    this.#rejected.delete(revision);
    this.#accepted.set(revision, { fingerprint, sha256, key: name });
    this.#earlier = this.#current;
    this.#current = { composition: entry, sha256, text, key: name };
    this.#remember(entry);
  }

  #problemOf(
    signed: SignedEntry<Composition>,
    { rights: { rights, accepted }, isAnchored }: Judge,
    { isVouchedFor }: { isVouchedFor: boolean },
  ): string | null {
    const { entry } = signed;
    const inForce = rightsAt(entry.revision, { rights, accepted });
    const between = { from: this.#current?.composition.revision ?? 0, to: entry.revision };
    const basis = { ...this.#basis, isBehindGap: this.#isGap(between), isVouchedFor };
    const problem =
      revisionProblem(signed, { ...basis, rights: inForce }) ??
      // Without the revision that the newest rights name, nothing proves that this one is older than they are.
      (isAnchored || inForce === rights ? null : revisionProblem(signed, { ...basis, rights }));
    return problem === null ? null : `${describe(entry)} does not count: ${problem}.`;
  }

  /** What was live, for whoever goes back to it. */
  #remember(entry: Composition): void {
    for (const move of movesOf(entry)) this.#rememberMove(entry, move);
  }

  #rememberMove(entry: Composition, { remote, from, to }: Move): void {
    const { revision, action, remotes } = entry;
    const history = this.#history.get(remote) ?? new Map<string, string | null>();
    this.#history.set(remote, history);
    // From itself: it was live already and only its guard changed.
    if (['activate', 'promote'].includes(action) && from !== to) history.set(to, from);
    const { live, previous, canary, withdrawn } = remotes[remote] ?? {};
    for (const id of [live, previous, canary?.id]) if (id) this.#named.add(`${remote} ${id}`);
    for (const id of [live, previous]) if (id && !history.has(id)) history.set(id, null);
    const served = withdrawn ? [] : [live, canary?.id];
    for (const id of served) this.#withdrawn.delete(`${remote}/${id}`);
    const left = withdrawn ? [live, canary?.id] : [from];
    if (!withdrawn && (from === null || from === live || !isStepBack(entry))) return;
    for (const id of left) {
      if (!id) continue;
      this.#withdrawn.delete(`${remote}/${id}`);
      this.#withdrawn.set(`${remote}/${id}`, revision);
    }
  }

  /** All revisions between two are missing or cannot be read, and there are some. */
  #isGap({ from, to }: { from: number; to: number }): boolean {
    if (to - from < 2) return false;
    for (let revision = from + 1; revision < to; revision += 1) {
      if (this.#rejected.get(revision)?.sha256) return false;
    }
    return true;
  }
}

function rightsAt(revision: number, { rights, accepted }: Pick<RightsChain, 'rights' | 'accepted'>): Rights {
  return accepted.findLast((one) => (one.revision?.after ?? 0) < revision) ?? rights;
}

/** Its key vouches for the whole of what it signs, and did sign it. Whether it counts is judged like everything else. */
function vouchesForAll(signed: SignedEntry<Composition>, { rights: chain, isAnchored }: Judge): boolean {
  const { entry, signatures } = signed;
  const keyId = signatures[0]?.keyId ?? '';
  const inForce = rightsAt(entry.revision, chain);
  const key = inForce.keyById(keyId);
  if (!key || ![inForce, ...(isAnchored ? [] : [chain.rights])].every((rights) => rights.isForAll(keyId))) return false;
  return isSignedBy('composition', signed, key);
}

/** What it leaves was taken back, and not replaced by something newer. */
function isStepBack({ action, undoes }: Composition): boolean {
  if (action === 'undo') return undoes !== undefined && ['activate', 'promote', 'canary'].includes(undoes.action);
  return action === 'rollback' || action === 'abort';
}

function describe({ revision, action, remote, by }: Composition): string {
  return `Revision ${revision} (${action} of ${remote} by ${oneLine(by)})`;
}
