import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/acts.ts';
import type { ServerHeartbeat } from '../log/notes.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna } from '../testing/build-published-site.ts';
import { startFollower } from '../testing/start-follower.ts';
import { tamperWith } from '../testing/tamper.ts';
import { until } from '../testing/until.ts';
import { startHeartbeat, waitUntilServed } from './heartbeat.ts';

const brought = { remote: 'mf-agents', revision: 7 };
let store: ReleaseStore;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
});

const say = (server: string, serving: Partial<ServerHeartbeat['serving']>) =>
  store.writeHeartbeat(server, {
    revision: 7,
    sharedModules: {},
    serving: { revision: 7, since: '', version: '', instead: {}, ...serving },
  });

it('waits for every server with a heartbeat, and for no longer', async () => {
  expect(await waitUntilServed(store, brought)).toBeNull();
  await say('one', {});
  await say('two', { revision: 6 });
  let isOver = false;
  const waiting = waitUntilServed(store, brought).finally(() => {
    isOver = true;
  });
  await sleep(300);
  expect(isOver).toBe(false);
  await say('two', { revision: 8 });
  expect(await waiting).toEqual([]);
});

it('names the servers that do not serve it when the time is over', async () => {
  await say('one', {});
  await say('two', { revision: 6 });
  await say('three', { missing: ['mf-agents'] });
  await say('four', { missing: ['mf-demos'] });
  expect(await waitUntilServed(store, brought, 200)).toEqual(['three', 'two']);
});

it('knows of a server that it cannot read the only release of a remote', async () => {
  const platform = buildPlatform(store);
  const id = await buildPublished(store);
  await activateRelease(platform, { ...anna, id });
  await tamperWith(store, id).overwriteText('record', () => 'damaged');
  const own = buildPlatform(store);
  const follower = await startFollower(own);
  const heart = startHeartbeat(own, { server: 'one', version: '1', serving: () => follower.current });
  await until(async () => (await store.readHeartbeats(10_000)).length > 0);
  const { revision } = follower.current;
  const without = await waitUntilServed(store, { remote: 'mf-agents', revision }, 1000);
  await heart.stop();
  expect(without).toEqual(['one']);
});
