import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from 'kit/contracts/composition';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf, parseJson } from 'kit/server/text';
import * as z from 'zod/mini';
import type { ReleaseStore, StorePace } from '../log/release-store.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import { replaceFile } from '../storage/durable-files.ts';

interface WatchOptions {
  /** The poll intervals. A switch takes effect within about one interval. */
  pace: Pick<StorePace, 'poll' | 'newest' | 'whole' | 'isFree'>;
  /** Called once for each problem: an invalid revision, a change in the store, or a store that cannot be read. */
  onProblem?: (sentence: string) => void;
  onLook?: () => Promise<void>;
}

/** Minimum pause between two requested polls, in milliseconds. It limits the polls that requests for invented paths cause. */
const minPause = 10;

/** After an outage of the store longer than this, in milliseconds, the next poll reads all revisions. */
const longOutage = 5000;

/**
 * Polls a shared store for valid revisions. Calls `onChange` with the current composition when the revision or the rights
 * change. A poll requests only the next revisions, so its cost does not grow with their number. Never throws.
 */
export function watchChain(
  chain: ReleaseChain,
  onChange: (composition: Composition) => void,
  { pace, onProblem = console.warn, onLook }: WatchOptions,
) {
  const reported = new Set<string>();
  let seen = '';
  let hasSeenAll = false;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let newestAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | null = null;
  let isCheckingOlder = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  /** Callers that wait for a poll that has not begun. */
  let waiting: { promise: Promise<void>; resolve: () => void } | null = null;

  function reportOnce(error: unknown) {
    const sentence = messageOf(error);
    if (stopped || reported.has(sentence)) return;
    if (reported.size > 100) reported.clear();
    reported.add(sentence);
    onProblem(sentence);
  }

  function notify() {
    const { current, rightsHash } = chain;
    const now = `${current?.sha256} ${rightsHash}`;
    if (stopped || !current || now === seen) return;
    seen = now;
    onChange(current.composition);
  }

  /** Finds what the cheap poll cannot: revisions that a sync delivered out of order, and deleted ones. */
  async function checkOlder() {
    const now = Date.now();
    newestAt = now;
    if (now - wholeAt >= pace.whole) {
      await chain.refresh({ whole: true });
      wholeAt = now;
      hasSeenAll = true;
      notify();
    } else await chain.checkNewest();
    await onLook?.();
  }

  async function checkInBackground() {
    isCheckingOlder = true;
    try {
      await checkOlder();
    } catch (error) {
      reportOnce(error);
    }
    isCheckingOlder = false;
  }

  async function poll() {
    const now = Date.now();
    const served = waiting;
    waiting = null;
    isPolling = true;
    try {
      if (hasSeenAll) await chain.refresh({ whole: false });
      else await checkOlder();
      notify();
      // In the background, so that a new switch does not wait for hundreds of files.
      const isDue = now - wholeAt >= pace.whole || now - newestAt >= pace.newest;
      if (isDue && !isCheckingOlder) void checkInBackground();
      chain.problems.forEach(reportOnce);
      if (failingSince !== null && now - failingSince > longOutage) wholeAt = Number.NEGATIVE_INFINITY;
      failingSince = null;
    } catch (error) {
      failingSince ??= now;
      reportOnce(error);
    }
    isPolling = false;
    served?.resolve();
    pollAfter(pauseBeforeNext());
  }

  function pauseBeforeNext(): number {
    if (waiting && pace.isFree) return minPause;
    // Failed requests cost nothing, and a shorter pause finds a switch soon after the outage.
    return failingSince === null ? pace.poll : pace.poll / 4;
  }

  function pollAfter(pause: number) {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(poll, pause).unref();
  }

  /**
   * Resolves after a poll that begins after the call, so it covers everything that was written before. All callers share one
   * poll. It starts at once when polls of the store are free of charge.
   */
  function catchUp(): Promise<void> {
    if (stopped) return Promise.resolve();
    if (!waiting) {
      waiting = Promise.withResolvers<void>();
      if (pace.isFree && !isPolling) pollAfter(minPause);
    }
    return waiting.promise;
  }

  return {
    /** Resolves after the first poll, whatever its result is. */
    ready: poll(),
    catchUp,
    stop() {
      stopped = true;
      waiting?.resolve();
      clearTimeout(timer);
    },
  };
}

export type ChainWatch = ReturnType<typeof watchChain>;

const markSchema = z.object({ revision: z.int().check(z.positive()), sha256: z.string() });

type Mark = z.infer<typeof markSchema>;

/**
 * The highest revision that servers of this data folder have served. The file is outside the store, so that a restarted
 * server notices when the newest revisions of the store are missing.
 */
export class ServedMark {
  readonly #file: string;
  /** Describes a served revision that the store lost or replaced, or a failed write of the mark; null when there is no problem. */
  problem: string | null = null;

  constructor({ keysFolder }: Pick<ReleaseStore, 'keysFolder'>) {
    this.#file = join(keysFolder, 'served-revision.json');
  }

  /** Compares the store with the mark, and raises the mark. Rejects when the store cannot be read. */
  async look(chain: Pick<ReleaseChain, 'current' | 'sha256Of' | 'refresh'>): Promise<void> {
    const mark = await this.#read();
    // Another server of this folder may have served a newer revision than this one has read.
    if (lacks(chain, mark)) await chain.refresh({ whole: true });
    this.problem = mark && lacks(chain, mark) ? this.#describe(mark, chain) : null;
    const { current } = chain;
    if (this.problem || !current) return;
    const { revision } = current.composition;
    if (revision > (mark?.revision ?? 0)) await this.#write({ revision, sha256: current.sha256 });
  }

  async #write(mark: Mark): Promise<void> {
    try {
      await makeFolder(join(this.#file, '..'));
      await replaceFile(this.#file, JSON.stringify(mark));
    } catch (error) {
      this.problem = `This server cannot save which revision it serves (${messageOf(error)}). After a restart it would not notice that the store lost revisions.`;
    }
  }

  #describe({ revision }: Mark, { current }: Pick<ReleaseChain, 'current'>): string {
    const held = current?.composition.revision ?? 0;
    const found =
      held < revision
        ? `The store holds revision ${held}, but this server has served revision ${revision}`
        : `The store holds another revision ${revision} than the one that this server has served`;
    return `${found}. A backup was restored, or revisions were deleted. Restore the missing files. To continue from the present state, remove keys/served-revision.json from this server's data folder.`;
  }

  /** Returns null when the file is missing or invalid. The next write replaces a truncated file. */
  async #read(): Promise<Mark | null> {
    return parseJson(markSchema, await readFile(this.#file, 'utf8').catch(() => ''));
  }
}

function lacks(chain: Pick<ReleaseChain, 'sha256Of'>, mark: Mark | null): boolean {
  return mark !== null && chain.sha256Of(mark.revision) !== mark.sha256;
}
