import type { Composition } from 'kit/contracts/composition';
import { activateRelease } from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { anna, copiesOf } from '../../platform/testing/build-published-site.ts';
import { readNewest } from '../../platform/testing/read-switches.ts';
import { runRelease } from './run-release.ts';

export type LiveStore = Awaited<ReturnType<typeof buildLiveStore>>;

const copySite = copiesOf(async ({ store, platform }) => {
  const live = await buildPublished(store);
  await activateRelease(platform, { ...anna, id: live });
  return { live, next: await buildPublished(store, { version: '1.1.0' }) };
});

/** A store with a live release of mf-agents and a newer one that is not live. */
export async function buildLiveStore() {
  const site = await copySite();
  const { dataDir, store } = site;
  return {
    ...site,
    release: (...args: string[]) => runRelease(dataDir, ...args),
    state: async (): Promise<Composition['remotes'][string] | undefined> =>
      (await readNewest(store))?.remotes['mf-agents'],
  };
}
