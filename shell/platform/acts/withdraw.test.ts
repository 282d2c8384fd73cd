import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SiteFollower } from '../serve/site-follower.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna as herself } from '../testing/build-published-site.ts';
import { buildSwitchedSite, type SwitchedSite } from '../testing/build-switched-site.ts';
import { readNewest } from '../testing/read-switches.ts';
import { startFollower } from '../testing/start-follower.ts';
import { until } from '../testing/until.ts';
import { acts, rollbackRelease } from './acts.ts';

const anna = { ...herself, reason: 'a wrong price' };
let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

const state = async () => (await readNewest(site.store))?.remotes['mf-agents'];

describe('a withdrawn remote', () => {
  let follower: SiteFollower;

  beforeEach(async () => {
    follower = await startFollower(buildPlatform(site.store));
    await acts.withdraw.perform(site.platform, anna);
    await until(() => follower.current.withdrawn.includes('mf-agents'));
  });

  it('serves no page, touches no other remote, and has its open tabs leave', async () => {
    const { current } = follower;
    expect(current.findPage('/my-agent')).toBeUndefined();
    expect(current.findPage('/click-demos')?.remote.name).toBe('mf-demos');
    expect(current.isComplete).toBe(true);
    expect(Object.keys(follower.withdrawn)).toContain(`mf-agents/${site.second}`);
    expect((await state())?.withdrawn).toEqual({ since: expect.any(String), reason: 'a wrong price' });
  });

  it('comes back with what is live then', async () => {
    await rollbackRelease(site.platform, anna);
    await until(() => follower.current.revision === 5);
    expect(follower.current.findPage('/my-agent')).toBeUndefined();
    await acts.restore.perform(site.platform, anna);
    await until(() => follower.current.findPage('/my-agent') !== undefined);
    expect(follower.current.findPage('/my-agent')?.remote.live.record.id).toBe(site.first);
    expect(Object.keys(follower.withdrawn)).not.toContain(`mf-agents/${site.first}`);
  });

  it('is not withdrawn twice', async () => {
    expect(await acts.withdraw.perform(site.platform, anna)).toMatchObject({ outcome: 'unchanged' });
  });
});
