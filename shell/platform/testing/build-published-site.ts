import { cpSync } from 'node:fs';
import { activateRelease } from '../acts/acts.ts';
import { grantKey } from '../acts/change-rights.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildFolder, buildPublished } from './build-dist.ts';
import { buildPlatform, foundTestSite } from './build-platform.ts';

/** Who acts, without the gate, which has tests of its own. */
export const anna = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: [] };

/** A release of mf-demos, of this version unless another one is named. */
export const ofDemos = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };

interface TestSite {
  /** The folder of the store. */
  dataDir: string;
  store: ReleaseStore;
  platform: ReleasePlatform;
}

function openSite(dataDir: string): TestSite {
  const store = openFolderStore(dataDir);
  return { dataDir, store, platform: buildPlatform(store) };
}

/** Builds a founded site once for all tests of a file. Each test gets a copy, which is made much sooner. */
export function copiesOf<Parts>(fill: (site: TestSite) => Promise<Parts>): () => Promise<TestSite & Parts> {
  async function build() {
    const site = openSite(await buildFolder());
    await foundTestSite(site.store);
    return { dataDir: site.dataDir, parts: await fill(site) };
  }
  let first: ReturnType<typeof build> | undefined;
  return async () => {
    first ??= build();
    const { dataDir, parts } = await first;
    const copy = await buildFolder();
    // It takes a tenth of the processor's time that `cp` takes.
    cpSync(dataDir, copy, { recursive: true, preserveTimestamps: true });
    return { ...openSite(copy), ...parts };
  };
}

/** A site with keys and rights, and nothing else yet. */
export const buildFoundedSite = copiesOf(async () => ({}));

const publishTwice = async ({ store }: TestSite) => ({
  first: await buildPublished(store),
  second: await buildPublished(store, { version: '1.1.0' }),
  demos: await buildPublished(store, ofDemos),
  newerDemos: await buildPublished(store, { ...ofDemos, version: '1.1.0' }),
});

/** A site whose store holds two releases of two remotes, in the order of their versions. None is live yet. */
export const buildPublishedSite = copiesOf(publishTwice);

/** Such a site with four switches: each of its remotes got its first release, and then its second. */
export const buildTwiceSwitchedSite = copiesOf(async (site) => {
  const ids = await publishTwice(site);
  for (const id of [ids.first, ids.second]) await activateRelease(site.platform, { ...anna, id });
  for (const id of [ids.demos, ids.newerDemos])
    await activateRelease(site.platform, { ...anna, remote: 'mf-demos', id });
  return ids;
});

export type PublishedSite = Awaited<ReturnType<typeof buildPublishedSite>>;

/** Grants these to the key of the site itself, which keeps its other rights. */
export async function grantToSite(
  platform: ReleasePlatform,
  grant: { origins?: readonly string[] | undefined; slots?: readonly string[] | undefined },
): Promise<void> {
  const { publicKey: key } = await platform.readSigner();
  const rights = { remotes: '*', actions: ['publish', 'activate', 'rollback'], expires: null } as const;
  await grantKey(platform, { name: 'site', key, ...rights, ...grant, by: 'anna', reason: 'test' });
}
