import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { activateRelease, type ReleasePlatform, type ReleaseStore, Stores } from '../../platform/index.ts';
import { buildFolder, buildPublished } from '../../platform/testing/build-dist.ts';
import { buildPlatform } from '../../platform/testing/build-platform.ts';
import { startStaffPages } from '../testing/start-staff-pages.ts';
import { WaitingReleases } from './load-room.ts';

const remote = 'mf-agents';
let store: ReleaseStore;
let platform: ReleasePlatform;
let waiting: WaitingReleases;

beforeEach(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => {});
  store = Stores.openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  waiting = new WaitingReleases(platform);
  await activate(await publish('1.0.0'));
});

const publish = (version: string) => buildPublished(store, { version });
async function activate(id: string): Promise<void> {
  await activateRelease(platform, { remote, id, by: 'anna', reason: '', rules: [] });
  await platform.chain.refresh({ whole: true });
}
const ask = () => waiting.of({ name: remote, state: platform.chain.current?.composition.remotes[remote] });

describe('a release that waits', () => {
  it('is the newest one, as long as it was never live', async () => {
    expect(await ask()).toBeNull();
    const next = await publish('1.1.0');
    expect(await ask()).toBe(next);
    await activate(next);
    expect(await ask()).toBeNull();
  });

  it('is asked for once a minute where the store takes money for it, and no longer waits once it is live', async () => {
    jest.replaceProperty(store, 'pace', { ...store.pace, isFree: false });
    const lists = jest.spyOn(store, 'listReleases');
    const next = await publish('1.1.0');
    lists.mockClear();
    expect(await ask()).toBe(next);
    expect(await ask()).toBe(next);
    expect(lists).toHaveBeenCalledTimes(1);
    await activate(next);
    expect(await ask()).toBeNull();
    const newest = await publish('1.2.0');
    expect(await ask()).toBeNull();
    const now = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
    expect(await ask()).toBe(newest);
  });

  it('is asked for by the overview, and by no other page without a list of releases', async () => {
    const pages = await startStaffPages(platform, { anna: 'operate' });
    const anna = await pages.logIn('anna');
    await publish('1.1.0');
    const lists = jest.spyOn(store, 'listReleases');
    for (const path of ['/log', '/failures', '/incidents', '/act/freeze?remote=mf-agents'])
      await pages.get(`/_ops${path}`, anna);
    expect(lists).not.toHaveBeenCalled();
    expect(await pages.get('/_ops', anna)).toContain('1.1.0 is published, not live');
  });
});
