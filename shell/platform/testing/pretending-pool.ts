import type { RenderPool } from '../serve/rendering/render-pool.ts';

/** Renders every page as a good one, without a process for each release. The gate asks a pool for nothing else. */
export const pretendingPool = {
  render: async () => ({
    html: '<h1>A page</h1>',
    head: '<title>A page</title><meta name="description" content="A page"/>',
  }),
  close: () => {},
} as unknown as RenderPool;
