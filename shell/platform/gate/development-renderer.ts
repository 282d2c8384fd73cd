import type { RenderJob } from '../serve/rendering/host-bundle.ts';
import { RenderPool } from '../serve/rendering/render-pool.ts';
import { generous, tryPage } from './rendering-rules.ts';

/** Opens the renderer of `remote dev`, which is that of servers and of the gate. The tool's package has this file as a bundle. */
export function openRenderer(hostBundle: string) {
  // Each build has a renderer of its own. It ends early, so that there is room to start one for the next build ahead.
  const pool = new RenderPool({ hostBundle, size: 3, timeLimit: generous.page, idleFor: 5000 });
  return { tryPage: (job: RenderJob) => tryPage(pool, job), close: () => pool.close() };
}
