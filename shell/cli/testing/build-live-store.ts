import type { Composition } from 'kit/contracts/composition';
import { activateRelease, type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildFolder, buildPublished } from '../../platform/testing/build-dist.ts';
import { readNewest } from '../../platform/testing/read-switches.ts';
import type { CommandResult } from '../../platform/testing/run-script.ts';
import { openSitePlatform } from '../../settings/site-platform.ts';
import { runRelease } from './run-release.ts';

/** A store with a live release of mf-agents and a newer one that is not live. */
export interface LiveStore {
  dataDir: string;
  store: ReleaseStore;
  live: string;
  next: string;
  release: (...args: string[]) => Promise<CommandResult>;
  state: () => Promise<Composition['remotes'][string] | undefined>;
}

export async function buildLiveStore(): Promise<LiveStore> {
  const dataDir = await buildFolder();
  const store = Stores.openFolderStore(dataDir);
  const live = await buildPublished(store);
  const next = await buildPublished(store, { version: '1.1.0' });
  await activateRelease(openSitePlatform({ ...process.env, DATA_DIR: dataDir }, null), {
    remote: 'mf-agents',
    id: live,
    by: 'anna',
    reason: 'first',
    // These tests use commands on a live store; the gate has its own tests.
    rules: [],
  });
  return {
    dataDir,
    store,
    live,
    next,
    release: (...args) => runRelease(dataDir, ...args),
    state: async () => (await readNewest(store))?.remotes['mf-agents'],
  };
}
