import { createHash } from 'node:crypto';
import { parseJson } from '../parse-json.ts';
import type { Notes } from '../store/notes.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { addCounts, type FailureCount, failureFileSchema, failuresKeptFor, type StackFrame } from './failure-counts.ts';

/** Failures that one server tells apart, and so what its file in the store holds at most. */
export const maxFailures = 60;
/** Files of the store: one of each server that ran within the last week. */
const maxFiles = 100;
/** Networks of one failure that are told apart in memory. */
const maxNetworks = 100;

/** A failure as a browser told it. */
export interface ToldFailure {
  remote: string;
  release: string;
  kind: FailureCount['kind'];
  message: string;
  stack: readonly StackFrame[];
  /** Family and main version. */
  browser: string;
  /** Path of the route. */
  page: string;
  /** Name of the release set. */
  set: string;
  /** The visitor's, as a keyed hash; it stays in memory. All visitors whose network is unknown are one. */
  network: string | null;
}

interface Counted extends Omit<FailureCount, 'networks'> {
  networks: Set<string>;
}

/** Counts the failures that one shell server is told of; its file in the store has all of them. */
export class FailureCounter {
  readonly #failures = new Map<string, Counted>();
  #isChanged = false;

  count(failure: ToldFailure, now = Date.now()): void {
    const { remote, release, kind, message, stack, browser, page, set, network } = failure;
    const id = idOf(failure);
    const known = this.#failures.get(id);
    if (!known) this.#makeRoom(now);
    const networks = known?.networks ?? new Set<string>();
    if (networks.size < maxNetworks) networks.add(network ?? '');
    this.#failures.set(id, {
      ...{ id, remote, release, kind, message, set, networks },
      stack: [...stack],
      firstSeen: known?.firstSeen ?? now,
      lastSeen: now,
      count: (known?.count ?? 0) + 1,
      browsers: addCounts([known?.browsers ?? {}, { [browser]: 1 }]),
      pages: addCounts([known?.pages ?? {}, { [page]: 1 }]),
    });
    this.#isChanged = true;
  }

  /** Something was counted that is not written yet. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Replaces the server's file in the store. When that fails, the next call writes the same. */
  async report(notes: Pick<Notes, 'replace'>, server: string, now = Date.now()): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    this.#removeOld(now);
    const file = [...this.#failures.values()].map((failure) => ({ ...failure, networks: failure.networks.size }));
    try {
      await notes.replace(server, JSON.stringify(file));
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  #removeOld(now: number): void {
    for (const [id, { lastSeen }] of this.#failures) {
      if (lastSeen < now - failuresKeptFor) this.#failures.delete(id);
    }
  }

  /** The failure that the fewest networks saw goes, the oldest of them first: whoever makes failures up is one network. */
  #makeRoom(now: number): void {
    this.#removeOld(now);
    if (this.#failures.size < maxFailures) return;
    const [least] = [...this.#failures.values()].sort(
      (one, other) => one.networks.size - other.networks.size || one.lastSeen - other.lastSeen,
    );
    if (least) this.#failures.delete(least.id);
  }
}

/** What the same failure has in common wherever it happens; addresses of a retry are those of the first try. */
function idOf({ remote, release, kind, message, stack }: ToldFailure): string {
  const frames = stack.map(({ script, line, column }) => `${script}:${line}:${column}`);
  const text = JSON.stringify([remote, release, kind, message, ...frames]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Removes the files of servers that saw nothing within the last week, files that cannot be read, and the oldest of too many.
 * Every server does so when it starts, so there are never many more.
 */
export async function removeOldFailures(
  { failures: notes }: Pick<ReleaseStore, 'failures'>,
  now = Date.now(),
): Promise<void> {
  const files = [...(await notes.readAll())].map(([name, text]) => {
    const lastSeen = (parseJson(failureFileSchema, text) ?? []).map((failure) => failure.lastSeen);
    return { name, lastSeen: Math.max(0, ...lastSeen) };
  });
  const newestFirst = files.sort((one, other) => other.lastSeen - one.lastSeen);
  for (const [index, { name, lastSeen }] of newestFirst.entries()) {
    if (index >= maxFiles || lastSeen < now - failuresKeptFor) await notes.remove(name);
  }
}
