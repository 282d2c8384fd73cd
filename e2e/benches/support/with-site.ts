import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningSite, startSite } from '../../support/site.ts';

export interface BenchSite extends RunningSite {
  dataFolder: string;
}

/** Starts the production build with a data folder of its own, runs the work, then stops the site and removes the folder. */
export async function withSite<Result>(work: (site: BenchSite) => Promise<Result>): Promise<Result> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'site-bench-'));
  try {
    const site = await startSite({ dataFolder });
    try {
      return await work({ ...site, dataFolder });
    } finally {
      await site.stop();
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}
