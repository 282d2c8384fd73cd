import type { RenderJob } from '../serve/rendering/host-bundle.ts';
import { RenderPool } from '../serve/rendering/render-pool.ts';
import { gateLimits, tryPage } from './rendering-rules.ts';

/**
 * Opens the renderer of `remote dev`, which is that of servers and of the gate. The tool's package has this file as a bundle.
 *
 * @param pageLimit the time limit of one page, in milliseconds: that of the gate
 */
export function openRenderer(hostBundle: string, pageLimit = gateLimits.page) {
  const pool = new RenderPool({
    hostBundle,
    size: 3,
    timeLimit: pageLimit,
    // Its only visitor wants to read why the page fails, and not that it is suspended.
    suspendedFor: 0,
    // Each build has a renderer of its own. It ends early, so that there is room to start one for the next build ahead.
    idleFor: 5000,
  });
  return { tryPage: (job: RenderJob) => tryPage(pool, job), close: () => pool.close() };
}
