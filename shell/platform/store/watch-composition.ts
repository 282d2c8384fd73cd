import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { RevisionLog } from './release-store.ts';

interface WatchOptions {
  /** Time between two looks; the effect of a switch is seen within about this. */
  intervalMs?: number;
  /** Called once for each problem in words: a damaged revision, a store that cannot be read. */
  onProblem?: (sentence: string) => void;
  /** The composition already in effect; only a higher revision is a change. */
  from?: Composition | null;
}

export interface CompositionWatch {
  /** The last good composition. */
  readonly current: Composition | null;
  /** Resolves after the first look, whatever it found. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** A full listing now and then finds what the cheap look cannot: revisions that a sync brought out of order. */
const looksPerListing = 25;
/** Damaged revisions that are looked at again, since a sync may still be writing them. */
const mostSuspects = 3;

/**
 * Follows the composition from a store that servers share. A look asks for the next revision only, so it costs the
 * same with ten revisions and ten thousand. Never throws and never takes an unreadable revision: the last good stays.
 */
export function watchComposition(
  log: RevisionLog<Composition>,
  onChange: (composition: Composition) => void,
  { intervalMs = 200, onProblem = console.warn, from = null }: WatchOptions = {},
): CompositionWatch {
  const said = new Set<string>();
  const suspects = new Map<number, string>();
  let current = from;
  let highest = from?.revision ?? 0;
  let looks = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  function sayOnce(error: unknown) {
    const sentence = messageOf(error);
    if (said.has(sentence)) return;
    if (said.size > 100) said.clear();
    said.add(sentence);
    onProblem(sentence);
  }

  function take(composition: Composition | null) {
    if (stopped || !composition || composition.revision <= (current?.revision ?? 0)) return;
    current = composition;
    for (const revision of suspects.keys()) if (revision < composition.revision) suspects.delete(revision);
    try {
      onChange(composition);
    } catch (error) {
      sayOnce(error);
    }
  }

  /** True when the revision exists, readable or not. */
  async function lookAt(revision: number): Promise<boolean> {
    const fingerprint = await log.fingerprint(revision);
    if (fingerprint === null || suspects.get(revision) === fingerprint) return fingerprint !== null;
    try {
      take(await log.read(revision));
      suspects.delete(revision);
    } catch (error) {
      sayOnce(error);
      suspects.set(revision, fingerprint);
      const oldest = Math.min(...suspects.keys());
      if (suspects.size > mostSuspects) suspects.delete(oldest);
    }
    return true;
  }

  async function lookAtAll() {
    const listed = await log.readCurrent();
    listed.damaged.forEach(sayOnce);
    take(listed.current);
    highest = Math.max(highest, listed.lastRevision);
    if (listed.lastRevision > (listed.current?.revision ?? 0)) await lookAt(listed.lastRevision);
  }

  async function look() {
    try {
      if (looks++ % looksPerListing === 0) await lookAtAll();
      for (const revision of [...suspects.keys()]) await lookAt(revision);
      while (!stopped && (await lookAt(highest + 1))) highest += 1;
    } catch (error) {
      sayOnce(error);
    }
    if (!stopped) timer = setTimeout(look, intervalMs).unref();
  }

  const ready = look();
  return {
    get current() {
      return current;
    },
    ready,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
