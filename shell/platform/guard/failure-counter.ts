import { createHash } from 'node:crypto';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { Notes } from '../log/notes.ts';
import type { ReleaseStore } from '../log/release-store.ts';

const count = z.int().check(z.nonnegative());
const shortText = z.string().check(z.maxLength(300));
const counts = z.record(shortText, count);

const stackFrameSchema = z.strictObject({
  /** Empty where the browser names none. */
  function: shortText,
  /** The requested path of the script: `/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page-portal.js`. */
  script: shortText,
  line: count,
  column: count,
});

const failureCountSchema = z.strictObject({
  /** A hash of message, stack and release. */
  id: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  /** `shell` for the shell's own scripts. */
  remote: shortText,
  release: shortText,
  /** `uncaught`: code threw after the page had hydrated. */
  kind: z.enum(['load', 'timeout', 'render', 'server rendering', 'uncaught']),
  /** Truncated, with numbers and addresses masked. It is untrusted input: show it as text only. */
  message: shortText,
  stack: z.array(stackFrameSchema).check(z.maxLength(10)),
  /** Counts by browser (family and major version) and by page (path of the route). */
  browsers: counts,
  pages: counts,
  /** The last release set with this failure, as in the header `X-Release-Set`. */
  set: shortText,
  /** Both in milliseconds since 1970. */
  firstSeen: count,
  lastSeen: count,
  count,
  /** The number of networks (IPv4 /24, IPv6 /48) that saw it, as each server counted them. It identifies none of them. */
  networks: count,
});

/** The counts of one server. Each server has one file in the store. */
export const failureFileSchema = z.array(failureCountSchema);

/** The age up to which failures are shown, in milliseconds. */
export const failuresKeptFor = 7 * 24 * 3_600_000;

export type StackFrame = z.infer<typeof stackFrameSchema>;
/** One failure as it is stored. Its stack refers to built scripts. */
export type FailureCount = z.infer<typeof failureCountSchema>;

/** A stack frame with its place in the source; null when the release has no map of that script. */
export interface MappedFrame extends StackFrame {
  source: {
    /** The path relative to the folder of the remote: `src/pages/portal.tsx`. */
    file: string;
    line: number;
    /** The text of the line, truncated; empty when the map does not contain the source. */
    text: string;
  } | null;
}

/** A failure with its stack in the source. All of its texts are untrusted input. */
export interface FailureGroup extends Omit<FailureCount, 'stack'> {
  stack: readonly MappedFrame[];
  /** Counts by release. `release`, `stack` and `set` are those of the last occurrence. */
  releases: Readonly<Record<string, number>>;
}

type Sum = Pick<FailureCount, 'firstSeen' | 'lastSeen' | 'count' | 'networks' | 'browsers' | 'pages'>;

/** Merges the same failure of several servers or releases: the fields of the last occurrence with the sums of all. */
export function addFailures<Failure extends Sum>(parts: readonly [Failure, ...Failure[]]): Failure {
  const last = parts.reduce((one, other) => (other.lastSeen > one.lastSeen ? other : one));
  const total = (read: (part: Failure) => number) => parts.reduce((sum, part) => sum + read(part), 0);
  return {
    ...last,
    firstSeen: Math.min(...parts.map(({ firstSeen }) => firstSeen)),
    count: total((part) => part.count),
    networks: total((part) => part.networks),
    browsers: addCounts(parts.map(({ browsers }) => browsers)),
    pages: addCounts(parts.map(({ pages }) => pages)),
  };
}

/** Maximum number of browsers and of pages that one failure counts separately. The rest count as `other`. */
const maxNames = 8;

/** Adds counts by name. When there are too many names, the rarest count as `other`. */
function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const [name, times] of all.flatMap((one) => Object.entries(one))) sum.set(name, (sum.get(name) ?? 0) + times);
  const other = sum.get('other') ?? 0;
  sum.delete('other');
  const byTimes = [...sum].sort(([, one], [, more]) => more - one);
  const rest = byTimes.slice(maxNames).reduce((left, [, times]) => left + times, other);
  return Object.fromEntries([...byTimes.slice(0, maxNames), ...(rest > 0 ? [['other', rest] as const] : [])]);
}

/** Maximum number of different failures of one server, and so of entries in its file in the store. */
export const maxFailures = 60;
/** Maximum number of files in the store. Each server of the last week has one. */
const maxFiles = 100;
/** Maximum number of networks of one failure that are distinguished in memory. */
const maxNetworks = 100;

export interface ToldFailure {
  remote: string;
  release: string;
  kind: FailureCount['kind'];
  message: string;
  stack: readonly StackFrame[];
  /** Family and major version. */
  browser: string;
  /** Path of the route. */
  page: string;
  /** Name of the release set. */
  set: string;
  /** A keyed hash of the visitor's network. It stays in memory. All visitors with an unknown network share one value. */
  network: string | null;
}

interface Counted extends Omit<FailureCount, 'networks'> {
  networks: Set<string>;
}

/** Counts the failures that browsers report to one shell server, and writes them to its file in the store. */
export class FailureCounter {
  readonly #failures = new Map<string, Counted>();
  /** True when there are counts that are not yet written. */
  isChanged = false;

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
    this.isChanged = true;
  }

  /** Replaces the server's file in the store. When the write fails, the next call retries it. */
  async report(notes: Pick<Notes, 'replace'>, server: string, now = Date.now()): Promise<void> {
    if (!this.isChanged) return;
    this.isChanged = false;
    this.#removeOld(now);
    const file = [...this.#failures.values()].map((failure) => ({ ...failure, networks: failure.networks.size }));
    try {
      await notes.replace(server, JSON.stringify(file));
    } catch (error) {
      this.isChanged = true;
      throw error;
    }
  }

  #removeOld(now: number): void {
    for (const [id, { lastSeen }] of this.#failures) {
      if (lastSeen < now - failuresKeptFor) this.#failures.delete(id);
    }
  }

  /** Evicts the failure with the fewest networks, the oldest first, because invented failures come from few networks. */
  #makeRoom(now: number): void {
    this.#removeOld(now);
    if (this.#failures.size < maxFailures) return;
    const [least] = [...this.#failures.values()].sort(
      (one, other) => one.networks.size - other.networks.size || one.lastSeen - other.lastSeen,
    );
    if (least) this.#failures.delete(least.id);
  }
}

/** Returns the data by which occurrences of a failure are recognised. URLs of a retry equal those of the first attempt. */
function idOf({ remote, release, kind, message, stack }: ToldFailure): string {
  const frames = stack.map(({ script, line, column }) => `${script}:${line}:${column}`);
  const text = JSON.stringify([remote, release, kind, message, ...frames]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/**
 * Deletes files without failures in the last week, unreadable files, and the oldest files above the limit. Every server does
 * this when it starts.
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
