import { beforeEach, expect, it } from '@jest/globals';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { findBrokenReleases } from '../upkeep/find-broken-releases.ts';
import { quickGateRules } from './quick-gate-rules.ts';

let store: FolderReleaseStore;
let id: string;

beforeEach(async () => {
  store = new FolderReleaseStore(await buildFolder());
  id = await buildPublished(store);
});

const activate = () =>
  activateRelease(buildPlatform(store), { remote: 'mf-agents', id, by: 'anna', reason: '', rules: quickGateRules });

const sayShared = (server: string, react: string) => {
  const serving = { revision: 0, since: '', version: '', instead: {} };
  return store.writeHead(server, { revision: 0, sharedModules: { react }, serving });
};

it('goes by the shells that run, each of them, and not by the checkout', async () => {
  await sayShared('new', '19.4.0');
  await sayShared('old', '18.3.1');
  await expect(activate()).rejects.toThrow('It needs react ^19.3.1; the shell provides 18.3.1.');
  await store.writeHead('old', null);
  expect(await activate()).toMatchObject({ outcome: 'changed' });
  // What the checkout would break is asked of the checkout.
  await sayShared('new', '18.0.0');
  expect(await findBrokenReleases(buildPlatform(store), { pages: false, notes: [] })).toEqual({ asked: 1, broken: [] });
});

it('goes by the checkout where no shell runs', async () => {
  expect(await activate()).toMatchObject({ outcome: 'changed' });
});
