import type { FirstAnswerBudget, RecordBudget, SizeBudget } from '../platform/index.ts';

// What scripts may weigh, in bytes of brotli. A line is lowered when pages have become lighter, and raised only with a
// reason in the commit.

/** One remote's own scripts, in the activation gate of a new site; staff change it with `npm run release -- budget`. */
export const firstBudget: SizeBudget = { registered: 30_000, page: 90_000 };

/** Of the record, uncompressed: the largest of ours has 7 kB of routes for 26 pages, and 15 kB in all. */
export const recordBudget: RecordBudget = { routes: 40_000, record: 300_000 };

/**
 * All that any first page starts or fetches ahead, the shell's part and the chunk with the page's content included: `npm run check`
 * holds it, and the gate of the shell.
 */
export const firstPageBudget = 155_000;

/**
 * The same beside one bundle of the same source, which has no federation, and all of Chakra and of React Router's `BrowserRouter`
 * (the shell's build leaves 7.5 kB of the former out, its router 4 kB of the latter): `npm run bench:pages` holds it.
 */
export const singleBundleRatio = 1.15;

/**
 * What a server sends of a page at once, with its headers: ten packets of 1,460 bytes fill the first congestion window
 * (RFC 6928), and what does not fit waits for a round trip. The gate holds each page to it, and a browser test does. Home, which
 * says most, has 14,060 bytes.
 */
export const firstAnswerBudget: FirstAnswerBudget = {
  everyPage: 14_000,
  pages: { '/': 14_500 },
};
