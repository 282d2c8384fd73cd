import { beforeEach, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/switch.ts';
import { findBrokenReleases } from '../acts/upkeep.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { quickGateRules } from './gate.ts';

let store: ReleaseStore;
let id: string;
const serving = { revision: 0, since: '', version: '1.0.0', instead: {} };

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  id = await buildPublished(store);
});

const activate = () =>
  activateRelease(buildPlatform(store), { remote: 'mf-agents', id, by: 'anna', reason: '', rules: quickGateRules });

it('goes by the shells that run, each of them, and not by the checkout', async () => {
  await store.writeHead('new', { revision: 0, sharedModules: { react: '19.4.0' }, serving });
  await store.writeHead('old', { revision: 0, sharedModules: { react: '18.3.1' }, serving });
  await expect(activate()).rejects.toThrow('It needs react ^19.3.1; the shell provides 18.3.1.');
  await store.writeHead('old', null);
  expect(await activate()).toMatchObject({ outcome: 'changed' });
  // What the checkout would break is asked of the checkout.
  await store.writeHead('new', { revision: 0, sharedModules: { react: '18.0.0' }, serving });
  expect(await findBrokenReleases(buildPlatform(store), { pages: false, notes: [] })).toEqual({ asked: 1, broken: [] });
});

it('goes by the checkout where no shell runs', async () => {
  expect(await activate()).toMatchObject({ outcome: 'changed' });
});
