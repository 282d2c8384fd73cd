import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { openFolderStore } from '../store/open-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { setFrozen } from '../switch/freeze.ts';
import { buildComposition } from '../testing/build-composition.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { HistoryCache } from './history-cache.ts';
import { recallHistory } from './read-history.ts';

const by = { by: 'anna', reason: '', rules: [] };
let store: ReleaseStore;
let platform: ReleasePlatform;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  for (const [remote, path] of [
    ['mf-agents', '/my-agent'],
    ['mf-demos', '/click-demos'],
  ] as const) {
    await activateRelease(platform, { ...by, remote, id: await buildPublished(store, { remote, routes: [{ path }] }) });
  }
  for (const frozen of [true, false]) await setFrozen(platform, { ...by, remote: 'mf-agents', frozen });
});

async function readAll(site: ReleasePlatform) {
  await site.chain.refresh({ whole: true });
  return (await recallHistory(site)).entries;
}

describe('the history that a server keeps', () => {
  it('is read from the store once: later only what is new', async () => {
    expect((await readAll(platform)).map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    await setFrozen(platform, { ...by, remote: 'mf-demos', frozen: true });
    await platform.chain.refresh({ whole: true });
    const read = jest.spyOn(store.compositions, 'readSigned');
    expect((await readAll(platform)).map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5]);
    expect(read.mock.calls).toEqual([]);
    const again = buildPlatform(store);
    await readAll(again);
    read.mockClear();
    expect(await readAll(again)).toHaveLength(5);
    expect(read.mock.calls).toEqual([]);
  });

  it('keeps the state of a remote once for all revisions that did not change it', async () => {
    const [, second, third, fourth] = (await readAll(platform)).map(({ remotes }) => remotes['mf-demos']);
    expect(second).toBeDefined();
    expect([third === second, fourth === second]).toEqual([true, true]);
  });

  it('is read anew where a restored backup holds another revision of the same number', async () => {
    const store = { sha256: 'one', reason: 'of the site' };
    const chain = {
      sha256Of: () => store.sha256,
      read: async (revision: number) => buildComposition({ revision, reason: store.reason }),
    };
    const history = new HistoryCache(chain);
    expect((await history.read(1))?.reason).toBe('of the site');
    Object.assign(store, { sha256: 'another', reason: 'of the backup' });
    expect((await history.read(1))?.reason).toBe('of the backup');
  });
});
