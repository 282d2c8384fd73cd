import { createHash } from 'node:crypto';
import { parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { Notes } from '../log/notes.ts';
import type { ReleaseStore } from '../log/release-store.ts';

const count = z.int().check(z.nonnegative());
const moment = z.int().check(z.nonnegative());
const shortText = z.string().check(z.maxLength(300));
const counts = z.record(shortText, count);

const stackFrameSchema = z.strictObject({
  /** Empty where the browser names none. */
  function: shortText,
  /** The script as the browser asked for it: `/remotes/mf-agents/1.4.0-0a1b2c3d/browser/page-portal.js`. */
  script: shortText,
  line: count,
  column: count,
});

const failureCountSchema = z.strictObject({
  /** The same for the same message and stack of the same release. */
  id: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  /** `shell` for the shell's own scripts. */
  remote: shortText,
  /** Id of the release. */
  release: shortText,
  /** `uncaught`: the page stood, and something on it threw. */
  kind: z.enum(['load', 'timeout', 'render', 'server rendering', 'uncaught']),
  /** Cut, with numbers and addresses masked. What a visitor's browser says: to be shown as text. */
  message: shortText,
  stack: z.array(stackFrameSchema).check(z.maxLength(10)),
  /** How often in each browser and on each page: the family and its main version, and the path of the route. */
  browsers: counts,
  pages: counts,
  /** The release set that it was seen in last, as pages say it in `X-Release-Set`. */
  set: shortText,
  /** Milliseconds since 1970, both. */
  firstSeen: moment,
  lastSeen: moment,
  count,
  /** Networks (IPv4 /24, IPv6 /48) that saw it, as each server counted them; none can be told from it. */
  networks: count,
});

/** What one server counted, in one file of the store. */
export const failureFileSchema = z.array(failureCountSchema);

/** For how long failures are shown, in milliseconds. */
export const failuresKeptFor = 7 * 24 * 3_600_000;

export type StackFrame = z.infer<typeof stackFrameSchema>;
/** One failure as it is stored: its stack names what browsers run. */
export type FailureCount = z.infer<typeof failureCountSchema>;

/** A frame with its place in the source; null where the release brought no map of that script. */
export interface MappedFrame extends StackFrame {
  source: {
    /** From the folder of the remote: `src/pages/portal.tsx`. */
    file: string;
    line: number;
    /** The line itself, cut; empty where the map does not hold the source. */
    text: string;
  } | null;
}

/** A failure with its stack in the source. All of its texts may be made up by whoever sent it. */
export interface FailureGroup extends Omit<FailureCount, 'stack'> {
  stack: readonly MappedFrame[];
  /** How often in each release; `release`, `stack` and `set` are those that it was seen in last. */
  releases: Readonly<Record<string, number>>;
}

type Sum = Pick<FailureCount, 'firstSeen' | 'lastSeen' | 'count' | 'networks' | 'browsers' | 'pages'>;

/** The same failure as several servers, or releases, had it: what it was when it was seen last, with the sums of all. */
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

/** Each failure counts in how many browsers and on how many pages; the rest of them are `other`. */
const maxNames = 8;

/** Adds counts by name; of too many names the rarest are `other`. */
function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum = new Map<string, number>();
  for (const [name, times] of all.flatMap((one) => Object.entries(one))) sum.set(name, (sum.get(name) ?? 0) + times);
  const other = sum.get('other') ?? 0;
  sum.delete('other');
  const byTimes = [...sum].sort(([, one], [, more]) => more - one);
  const rest = byTimes.slice(maxNames).reduce((left, [, times]) => left + times, other);
  return Object.fromEntries([...byTimes.slice(0, maxNames), ...(rest > 0 ? [['other', rest] as const] : [])]);
}

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
