import { median } from './figures.ts';

/** One figure of ours and of theirs, measured one right after the other, so that both met the same machine. */
export interface Pair {
  ours: number;
  theirs: number;
}

/** What pairs say of ours beside theirs. */
export interface PairedRatio {
  /** Of the pairs' ratios. */
  median: number;
  /** The median of many more pairs lies between these two, 99 times of 100. */
  low: number;
  high: number;
  least: number;
  greatest: number;
  /** All of ours by all of theirs: with what only some rounds meet, as the collection of old garbage. */
  ofTotals: number;
}

/** Of the normal distribution: 99 of 100 lie within as many deviations. */
const deviations = 2.576;

/**
 * The interval is that of the sign test, which asks nothing of how the ratios are spread: as many of the true median's pairs
 * lie above it as below. Meant for ten pairs and more.
 */
export function pairedRatio(pairs: readonly Pair[]): PairedRatio {
  const ratios = pairs.map(({ ours, theirs }) => ours / theirs).sort((one, other) => one - other);
  const half = ratios.length / 2;
  const reach = (deviations * Math.sqrt(ratios.length)) / 2;
  const at = (index: number) => ratios[Math.min(ratios.length - 1, Math.max(0, index))] ?? Number.NaN;
  return {
    median: median(ratios),
    low: at(Math.floor(half - reach)),
    high: at(Math.ceil(half + reach) - 1),
    least: at(0),
    greatest: at(ratios.length - 1),
    ofTotals: sum(pairs.map(({ ours }) => ours)) / sum(pairs.map(({ theirs }) => theirs)),
  };
}

/** Nothing while the interval holds the bound: more pairs are wanted. */
export function verdictOf({ low, high }: PairedRatio, atMost: number): 'reached' | 'missed' | undefined {
  if (high <= atMost) return 'reached';
  return low > atMost ? 'missed' : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
