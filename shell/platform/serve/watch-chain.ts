import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from 'kit/contracts/composition';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf } from 'kit/server/text';
import * as z from 'zod/mini';
import type { ReleaseStore, StorePace } from '../log/release-store.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import { replaceFile } from '../storage/durable-files.ts';

interface WatchOptions {
  /** How often to look; the effect of a switch is seen within about the time between two looks. */
  pace: Pick<StorePace, 'look' | 'newest' | 'whole' | 'isFree'>;
  /** Called once for each problem in words: what does not count, what was changed in the store, a store that cannot be read. */
  onProblem?: (sentence: string) => void;
  /** Called after each look at the revision in effect itself. */
  onLook?: () => Promise<void>;
}

export interface ChainWatch {
  /** Resolves after the first look, whatever it found. */
  readonly ready: Promise<void>;
  /**
   * Resolves after a look that begins from now on: whatever was written before is told by then. One look serves all who wait;
   * where looks cost nothing, it is made at once.
   */
  catchUp(): Promise<void>;
  stop(): void;
}

/** Between two looks that somebody waits for, in milliseconds: made-up addresses cost no more. */
const leastPause = 10;

/** A store that was away for so long has everything looked at once it is back, in milliseconds. */
const longAbsence = 5000;

/**
 * Follows the revisions that count in a store that servers share; `onChange` hears of the one in effect, also when rights
 * were changed and it is still the same. A look asks for the next revisions only, so it costs the same with ten of them and ten
 * thousand. Never throws.
 */
export function watchChain(
  chain: ReleaseChain,
  onChange: (composition: Composition) => void,
  { pace, onProblem = console.warn, onLook }: WatchOptions,
): ChainWatch {
  const said = new Set<string>();
  let seen = '';
  let hasSeenAll = false;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let newestAt = Number.NEGATIVE_INFINITY;
  let failingSince: number | null = null;
  let isLookingBehind = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** Those who wait for a look that has not begun. */
  let waiting: { promise: Promise<void>; resolve: () => void } | null = null;

  function sayOnce(error: unknown) {
    const sentence = messageOf(error);
    if (stopped || said.has(sentence)) return;
    if (said.size > 100) said.clear();
    said.add(sentence);
    onProblem(sentence);
  }

  function tell() {
    const { current, rightsHash } = chain;
    const now = `${current?.sha256} ${rightsHash}`;
    if (stopped || !current || now === seen) return;
    seen = now;
    onChange(current.composition);
  }

  /** Now and then it finds what the cheap look cannot: revisions that a sync brought out of order, or that are gone. */
  async function lookBehind() {
    const now = Date.now();
    newestAt = now;
    if (now - wholeAt >= pace.whole) {
      await chain.refresh({ whole: true });
      wholeAt = now;
      hasSeenAll = true;
      tell();
    } else await chain.lookAtNewest();
    await onLook?.();
  }

  async function lookBeside() {
    isLookingBehind = true;
    try {
      await lookBehind();
    } catch (error) {
      sayOnce(error);
    }
    isLookingBehind = false;
  }

  async function look() {
    const now = Date.now();
    const served = waiting;
    waiting = null;
    isLooking = true;
    try {
      if (hasSeenAll) await chain.refresh({ whole: false });
      else await lookBehind();
      tell();
      // Beside the looks: a switch that comes meanwhile does not wait for hundreds of files.
      const isDue = now - wholeAt >= pace.whole || now - newestAt >= pace.newest;
      if (isDue && !isLookingBehind) void lookBeside();
      chain.problems.forEach(sayOnce);
      if (failingSince !== null && now - failingSince > longAbsence) wholeAt = Number.NEGATIVE_INFINITY;
      failingSince = null;
    } catch (error) {
      failingSince ??= now;
      sayOnce(error);
    }
    isLooking = false;
    served?.resolve();
    lookAfter(pauseBeforeNext());
  }

  function pauseBeforeNext(): number {
    if (waiting && pace.isFree) return leastPause;
    // A store that does not answer charges for nothing, and a switch is seen soon after its return.
    return failingSince === null ? pace.look : pace.look / 4;
  }

  function lookAfter(pause: number) {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(look, pause).unref();
  }

  function catchUp(): Promise<void> {
    if (stopped) return Promise.resolve();
    if (!waiting) {
      waiting = Promise.withResolvers<void>();
      if (pace.isFree && !isLooking) lookAfter(leastPause);
    }
    return waiting.promise;
  }

  return {
    ready: look(),
    catchUp,
    stop() {
      stopped = true;
      waiting?.resolve();
      clearTimeout(timer);
    },
  };
}

const markSchema = z.object({ revision: z.int().check(z.positive()), sha256: z.string() });

type Mark = z.infer<typeof markSchema>;

/**
 * The highest revision that servers of this data folder have served, kept beside their keys and not in the store: a server
 * that starts anew on a store whose newest revisions were taken away would otherwise take the older ones for all there is.
 */
export class ServedMark {
  readonly #file: string;
  #problem: string | null = null;

  constructor({ keysFolder }: Pick<ReleaseStore, 'keysFolder'>) {
    this.#file = join(keysFolder, 'served-revision.json');
  }

  /** What the store lacks of what was served from here, in a sentence; null when it lacks nothing. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Holds what counts in the store against the mark, and raises it. Rejects when the store cannot be read. */
  async look(chain: Pick<ReleaseChain, 'current' | 'sha256Of' | 'refresh'>): Promise<void> {
    const mark = await this.#read();
    // Another server of this folder may have served meanwhile what this one has not seen yet.
    if (lacks(chain, mark)) await chain.refresh({ whole: true });
    this.#problem = mark && lacks(chain, mark) ? this.#describe(mark, chain) : null;
    const { current } = chain;
    if (this.#problem || !current) return;
    const { revision } = current.composition;
    if (revision > (mark?.revision ?? 0)) await this.#write({ revision, sha256: current.sha256 });
  }

  async #write(mark: Mark): Promise<void> {
    try {
      await makeFolder(join(this.#file, '..'));
      await replaceFile(this.#file, JSON.stringify(mark));
    } catch (error) {
      this.#problem = `What this server serves cannot be noted down (${messageOf(error)}): started anew, it would not notice that the store lost revisions.`;
    }
  }

  #describe({ revision }: Mark, { current }: Pick<ReleaseChain, 'current'>): string {
    const held = current?.composition.revision ?? 0;
    const found =
      held < revision ? `The store holds revision ${held}` : `The store holds another revision ${revision} than before`;
    return `${found}; revision ${revision} was served from here: was a backup restored, or were revisions taken away? Put the missing files back, or, if the site is meant to go on from here, remove keys/served-revision.json of this server's data folder.`;
  }

  /** Null where nothing was served yet, or what is there is no mark: a file that was cut is written anew. */
  async #read(): Promise<Mark | null> {
    try {
      return markSchema.safeParse(JSON.parse(await readFile(this.#file, 'utf8'))).data ?? null;
    } catch {
      return null;
    }
  }
}

function lacks(chain: Pick<ReleaseChain, 'sha256Of'>, mark: Mark | null): boolean {
  return mark !== null && chain.sha256Of(mark.revision) !== mark.sha256;
}
