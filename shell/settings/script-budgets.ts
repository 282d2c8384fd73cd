import type { SizeBudget } from '../platform/index.ts';

// What scripts may weigh, in bytes of brotli. A line is lowered when pages have become lighter, and raised only with a
// reason in the commit.

/** One remote's own scripts, in the activation gate of a new site; staff change it with `npm run release -- budget`. */
export const firstBudget: SizeBudget = { registered: 30_000, page: 90_000 };

/** All that any first page starts or fetches ahead, the shell's part included: `npm run check` holds it. */
export const firstPageBudget = 195_000;

/** The same beside one bundle of the same source: `npm run bench:pages` holds it. */
export const singleBundleRatio = 1.26;
