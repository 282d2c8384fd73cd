import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { SiteFollower } from '../serve/site-follower.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { readNewest } from '../testing/read-switches.ts';
import { until } from '../testing/until.ts';
import { activateRelease, rollbackRelease, setSiteFrozen, setWithdrawn } from './switch.ts';

/** Without the gate, which other tests ask: what is told here is of switches alone. */
const anna = { remote: 'mf-agents', by: 'anna', reason: 'a wrong price', rules: [] };
const { remote: _, ...annaHerself } = anna;
let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  first = await buildPublished(store);
  second = await buildPublished(store, { version: '1.1.0' });
  const own = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: await buildPublished(store, own) });
  await activateRelease(platform, { ...anna, id: first });
  await activateRelease(platform, { ...anna, id: second });
});

const state = async () => (await readNewest(store))?.remotes['mf-agents'];
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('a withdrawn remote', () => {
  let follower: SiteFollower;

  beforeEach(async () => {
    const quiet = { info: () => {}, error: () => {} };
    follower = new SiteFollower(buildPlatform(store), quiet);
    await follower.ready;
    await setWithdrawn(platform, { ...anna, withdrawn: true });
    await until(() => follower.current.withdrawn.includes('mf-agents'));
  });

  afterEach(() => follower.stop());

  it('serves no page, touches no other remote, and has its open tabs leave', async () => {
    const { current } = follower;
    expect(current.findPage('/my-agent')).toBeUndefined();
    expect(current.findPage('/click-demos')?.remote.name).toBe('mf-demos');
    expect(current.isComplete).toBe(true);
    expect(Object.keys(follower.withdrawn)).toContain(`mf-agents/${second}`);
    expect((await state())?.withdrawn).toEqual({ since: expect.any(String), reason: 'a wrong price' });
  });

  it('comes back with what is live then', async () => {
    await rollbackRelease(platform, anna);
    await until(() => follower.current.revision === 5);
    expect(follower.current.findPage('/my-agent')).toBeUndefined();
    await setWithdrawn(platform, { ...anna, withdrawn: false });
    await until(() => follower.current.findPage('/my-agent') !== undefined);
    expect(follower.current.findPage('/my-agent')?.remote.live.record.id).toBe(first);
    expect(Object.keys(follower.withdrawn)).not.toContain(`mf-agents/${first}`);
  });

  it('is not withdrawn twice', async () => {
    expect(await setWithdrawn(platform, { ...anna, withdrawn: true })).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('a freeze', () => {
  it('of the site keeps every new release off, also of a remote that it did not have yet, and no step back', async () => {
    await setSiteFrozen(platform, { ...annaHerself, frozen: true, until: later(60) });
    const own = { remote: 'mf-intake', routes: [{ path: '/services/exotic-car-intake' }] };
    const id = await buildPublished(store, own);
    await expect(activateRelease(platform, { ...anna, remote: 'mf-intake', id })).rejects.toThrow(
      /^The site is frozen since .* until .* \("a wrong price"\): "npm run release -- unfreeze --site" ends that\.$/,
    );
    await rollbackRelease(platform, anna);
    expect((await state())?.live).toBe(first);
    await setSiteFrozen(platform, { ...annaHerself, frozen: false });
    expect(await activateRelease(platform, { ...anna, id: second })).toMatchObject({ outcome: 'changed' });
  });
});
