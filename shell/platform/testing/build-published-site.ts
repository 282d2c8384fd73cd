import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';

import { buildFolder, buildPublished } from './build-dist.ts';
import { buildPlatform, foundTestSite } from './build-platform.ts';

interface PublishedSite {
  /** The folder of the store. */
  dataDir: string;
  store: ReleaseStore;
  platform: ReleasePlatform;
  /** Two releases of mf-agents, in the order of their versions. */
  first: string;
  second: string;
  /** Two of mf-demos. */
  demos: string;
  newerDemos: string;
}

/** A founded site whose store holds two releases of two remotes. None is live yet. */
export async function buildPublishedSite(): Promise<PublishedSite> {
  const dataDir = await buildFolder();
  const store = openFolderStore(dataDir);
  const platform = buildPlatform(store);
  await foundTestSite(store);
  const demos = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };
  return {
    ...{ dataDir, store, platform },
    first: await buildPublished(store),
    second: await buildPublished(store, { version: '1.1.0' }),
    demos: await buildPublished(store, demos),
    newerDemos: await buildPublished(store, { ...demos, version: '1.1.0' }),
  };
}
