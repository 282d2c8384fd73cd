import type { Host, KeyRights } from '../platform/index.ts';

// What every page and every remote may weigh. These are limits and no goals: what stays within them needs no change here.

/**
 * One remote's own scripts, in bytes of brotli, in the activation gate of a new site; staff change it with `npm run release -- budget`. A
 * container of the plugin of Module Federation brings a runtime of 30 kB.
 */
export const firstBudget: KeyRights.SizeBudget = { registered: 36_000, page: 90_000 };

/** In bytes of JSON, uncompressed. */
export const recordBudget: Host.RecordBudget = { routes: 40_000, record: 300_000 };

/**
 * All scripts that any first page starts or fetches ahead, the shell's part included, in bytes of brotli. `npm run check` holds
 * it, and the gate of the shell.
 */
export const firstPageBudget = 200_000;

/**
 * What a server sends of a page at once, with its headers, in bytes: ten packets of 1,460 bytes fill the first congestion window
 * (RFC 6928), and what does not fit waits for a round trip. The gate holds each page to it, and a browser test does.
 */
export const firstAnswerBudget = 14_600;
