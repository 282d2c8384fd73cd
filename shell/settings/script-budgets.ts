import type { Host, KeyRights } from '../platform/index.ts';

// The size limits of pages and remotes. They are limits, not goals; a size below them needs no change here.

/**
 * One remote's own scripts, in bytes of brotli, in the activation gate of a new site; staff change it with `npm run release -- budget`. A
 * container of the plugin of Module Federation brings a runtime of 30 kB.
 */
export const firstBudget: KeyRights.SizeBudget = { registered: 36_000, page: 90_000 };

/** In bytes of JSON, uncompressed. */
export const recordBudget: Host.ReleasePolicy['recordBudget'] = { routes: 40_000, record: 300_000 };

/**
 * In bytes of brotli: all scripts that a first page loads or prefetches, including the shell's. `npm run check` and the
 * shell's gate enforce it.
 */
export const firstPageBudget = 200_000;

/**
 * In bytes: the first flight of a page with its headers. Ten packets of 1,460 bytes fill the first congestion window (RFC
 * 6928); anything more waits for a round trip. The gate and a browser test enforce it for each page.
 */
export const firstAnswerBudget = 14_600;
