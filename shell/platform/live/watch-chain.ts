import type { Composition } from 'kit/contracts/composition';
import { messageOf } from '../message-of.ts';
import type { ReleaseChain } from '../trust/release-chain.ts';

interface WatchOptions {
  /** Time between two looks; the effect of a switch is seen within about this. */
  intervalMs?: number;
  /** Called once for each problem in words: what does not count, what was changed in the store, a store that cannot be read. */
  onProblem?: (sentence: string) => void;
  /** Called after each whole look. */
  onLook?: () => Promise<void>;
}

export interface ChainWatch {
  /** Resolves after the first look, whatever it found. */
  readonly ready: Promise<void>;
  stop(): void;
}

/** A whole look now and then finds what the cheap one cannot: revisions that a sync brought out of order, or that are gone. */
const looksPerListing = 25;

/**
 * Follows the revisions that count in a store that servers share; `onChange` hears of the one in effect, also when rights
 * were changed and it is still the same. A look asks for the next revisions only, so it costs the same with ten of them and ten
 * thousand. Never throws.
 */
export function watchChain(
  chain: ReleaseChain,
  onChange: (composition: Composition) => void,
  { intervalMs = 200, onProblem = console.warn, onLook }: WatchOptions = {},
): ChainWatch {
  const said = new Set<string>();
  let seen = '';
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

  function tell() {
    const { current, rightsHash } = chain;
    const now = `${current?.sha256} ${rightsHash}`;
    if (stopped || !current || now === seen) return;
    seen = now;
    onChange(current.composition);
  }

  async function look() {
    try {
      const whole = looks++ % looksPerListing === 0;
      await chain.refresh({ whole });
      tell();
      chain.problems.forEach(sayOnce);
      if (whole) await onLook?.();
    } catch (error) {
      sayOnce(error);
    }
    if (!stopped) timer = setTimeout(look, intervalMs).unref();
  }

  return {
    ready: look(),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
