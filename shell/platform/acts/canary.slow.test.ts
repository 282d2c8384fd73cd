import { beforeEach, describe, expect, it } from '@jest/globals';
import { GateRefusal } from '../gate/gate-rule.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { readNewest, readSwitches } from '../testing/read-switches.ts';
import { abortCanary, promoteCanary, startCanary } from './canary.ts';
import { activateRelease, rollbackRelease } from './switch.ts';

const anna = { remote: 'mf-agents', by: 'anna', reason: 'trial' };
let store: ReleaseStore;
let platform: ReleasePlatform;
let live: string;
let next: string;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  live = await buildPublished(store);
  next = await buildPublished(store, { version: '1.1.0' });
  await activateRelease(platform, { ...anna, id: live, rules: [] });
});

const state = async () => (await readNewest(store))?.remotes['mf-agents'];

describe('a canary', () => {
  it('runs beside the live release, grows, and is promoted to it', async () => {
    await startCanary(platform, { ...anna, id: next, percent: 10 });
    expect(await state()).toMatchObject({ live, canary: { id: next, percent: 10, since: expect.any(String) } });
    await startCanary(platform, { ...anna, id: next, percent: 50 });
    expect(await state()).toMatchObject({ live, canary: { id: next, percent: 50 } });
    await promoteCanary(platform, anna);
    expect(await state()).toEqual({ live: next, previous: live, since: expect.any(String) });
    const entries = await readSwitches(store);
    expect(entries.map(({ action }) => action)).toEqual(['activate', 'canary', 'canary', 'promote']);
  });

  it('that was promoted can be rolled back', async () => {
    await startCanary(platform, { ...anna, id: next, percent: 10 });
    await promoteCanary(platform, anna);
    await rollbackRelease(platform, anna);
    expect(await state()).toMatchObject({ live, previous: null });
  });

  it('ends without a trace in what is live when it is aborted', async () => {
    const before = await state();
    await startCanary(platform, { ...anna, id: next, percent: 10 });
    await abortCanary(platform, anna);
    expect(await state()).toEqual(before);
  });

  it('ends when something else goes live', async () => {
    await startCanary(platform, { ...anna, id: next, percent: 10 });
    const third = await buildPublished(store, { version: '1.2.0' });
    await activateRelease(platform, { ...anna, id: third });
    expect((await state())?.canary).toBeUndefined();
  });

  it('passes the gate before any visitor gets it', async () => {
    const bad = await buildPublished(store, { version: '2.0.0', routes: [{ path: '/leads' }] });
    await expect(startCanary(platform, { ...anna, id: bad, percent: 1 })).rejects.toThrow(GateRefusal);
    expect((await state())?.canary).toBeUndefined();
  });

  it('is refused when there is nothing to compare it with, and when it is live already', async () => {
    const demos = await buildPublished(store, { remote: 'mf-demos', routes: [{ path: '/click-demos' }] });
    await expect(startCanary(platform, { ...anna, remote: 'mf-demos', id: demos, percent: 5 })).rejects.toThrow(
      /no live release beside/,
    );
    await expect(startCanary(platform, { ...anna, id: live, percent: 5 })).rejects.toThrow(/is live already/);
    await expect(promoteCanary(platform, anna)).rejects.toThrow(/No canary of mf-agents is running/);
    await expect(abortCanary(platform, anna)).rejects.toThrow(/No canary of mf-agents is running/);
  });

  it.each([0, -1, 100.1, Number.NaN])('is refused for %d percent', async (percent) => {
    await expect(startCanary(platform, { ...anna, id: next, percent })).rejects.toThrow(
      /above 0 and at most 100 percent/,
    );
  });
});
