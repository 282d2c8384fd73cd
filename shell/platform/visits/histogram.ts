import * as z from 'zod/mini';

/**
 * How often a value fell into each bin, by the bin's number; bins that nothing fell into are left out. Values are seconds
 * (LCP, INP), or have no unit (CLS). The bins are fixed, so that histograms of several servers and hours add up.
 */
export type Histogram = Readonly<Record<string, number>>;

/** Each bin ends at this many times the end of the one before: whatever lies in it is told within 5 %. */
const ratio = 1.1;
/** What the first bin, number 0, ends at: a millisecond, or a shift that nobody sees. */
const leastTold = 0.001;
/** The last bin has everything above 90 seconds. */
export const lastBin = 120;

export const histogramSchema: z.ZodMiniType<Histogram> = z.record(
  z.string().check(z.regex(/^(?:[0-9]|[1-9][0-9]|1[01][0-9]|120)$/)),
  z.int().check(z.positive()),
);

/** The bin that a value lies in. */
export function binOf(value: number): number {
  if (!(value > leastTold)) return 0;
  return Math.min(lastBin, Math.ceil(Math.log(value / leastTold) / Math.log(ratio)));
}

/** All values of several histograms together. */
export function addHistograms(histograms: readonly Histogram[]): Histogram {
  const sum: Record<string, number> = {};
  for (const [bin, times] of histograms.flatMap((one) => Object.entries(one))) sum[bin] = (sum[bin] ?? 0) + times;
  return sum;
}

/** How many values a histogram has. */
export function countIn(histogram: Histogram): number {
  return Object.values(histogram).reduce((sum, times) => sum + times, 0);
}

/** The value that this share of the values, from 0 to 1, is not above, within 5 %; null of no values. */
export function percentile(histogram: Histogram, share: number): number | null {
  const rank = Math.max(1, Math.ceil(share * countIn(histogram)));
  let below = 0;
  // Keys that are whole numbers come in their order.
  for (const [bin, times] of Object.entries(histogram)) {
    below += times;
    if (below >= rank) return middleOf(Number(bin));
  }
  return null;
}

/** The middle of a bin, as its ends are multiples of each other. */
function middleOf(bin: number): number {
  return bin === 0 ? 0 : leastTold * ratio ** (bin - 0.5);
}
