import type { RevisionLog } from '../log/revision-log.ts';
import { mapConcurrently, unlessUnavailable } from '../storage/object-storage.ts';
import type { AppliedRevision } from './apply.ts';

/** The number of revisions whose files each full check reads again: the newest ones, and as many others in rotation. */
const batchSize = 100;
/** The number of concurrent reads. Sequential reads would take seconds in a busy process. */
const concurrency = 64;

/** Checks that valid revisions are still in the store and unchanged. */
export class HistoryCheck {
  readonly #log: RevisionLog;
  readonly #changed = new Map<number, string>();
  readonly #checked = new Map<number, string>();
  /** A sentence if the store ends before the newest valid revision of this process. */
  lost: string | null = null;
  #batch = 0;

  constructor(log: RevisionLog) {
    this.#log = log;
  }

  /** A sentence for each revision that is missing or changed, except the known ones. */
  problemsBeside(known: ReadonlyMap<number, string>): readonly string[] {
    const others = [...this.#changed].filter(([revision]) => !known.has(revision)).map(([, sentence]) => sentence);
    return [...others, ...(this.lost ? [this.lost] : [])];
  }

  /** Revisions whose file has changed. */
  get changed(): readonly number[] {
    return [...this.#changed].flatMap(([revision, words]) => (words === rewritten(revision) ? [revision] : []));
  }

  async checkAll(applied: readonly AppliedRevision[], listed: readonly number[]): Promise<void> {
    const held = new Set(listed);
    const newest = applied.length - 1;
    this.lost = lostProblem(listed.at(-1) ?? -1, newest);
    for (let revision = 0; revision <= newest; revision += 1) {
      if (!held.has(revision)) this.#changed.set(revision, removed(revision));
    }
    const older = Math.max(0, applied.length - batchSize);
    const from = older === 0 ? 0 : (this.#batch++ * batchSize) % older;
    const checked = [...range(from, Math.min(older, from + batchSize)), ...range(older, applied.length)];
    const there = checked.filter((revision) => held.has(revision));
    await mapConcurrently(there, concurrency, (revision) => this.check(applied, revision));
  }

  async check(applied: readonly AppliedRevision[], revision: number): Promise<void> {
    const known = applied[revision];
    if (!known) return;
    const fingerprint = await this.#log.fingerprint(revision);
    if (fingerprint === null) {
      this.#changed.set(revision, removed(revision));
      return;
    }
    if (this.#checked.get(revision) === fingerprint && !this.#changed.has(revision)) return;
    const signed = await this.#log.read(revision).catch(unlessUnavailable(() => null));
    this.#checked.set(revision, fingerprint);
    const isSame = signed?.sha256 === known.signed.sha256 && signed.text === known.signed.text;
    if (isSame) this.#changed.delete(revision);
    else this.#changed.set(revision, rewritten(revision));
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function lostProblem(highest: number, newest: number): string | null {
  if (highest >= newest) return null;
  return `The store's newest revision is ${highest}; revision ${newest} is in effect here, and stays: was a backup restored? Put the missing revisions back, or start the servers again to go on from ${highest}.`;
}

function removed(revision: number): string {
  return `Revision ${revision} was removed from the store.`;
}

function rewritten(revision: number): string {
  return `Revision ${revision} was rewritten since it was accepted.`;
}
