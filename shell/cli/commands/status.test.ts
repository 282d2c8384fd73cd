import { describe, expect, it } from '@jest/globals';
import { runGuard, Views } from '../../platform/index.ts';
import { countViews } from '../../platform/testing/count-views.ts';
import { openServingPlatform } from '../../settings/site-platform.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- status', () => {
  it('shows how often pages of a live release failed', async () => {
    const { store, live, release, state } = await buildLiveStore();
    const { since = '' } = (await state()) ?? {};
    const counter = new Views.HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    countViews(counter, subject, { views: 40, failures: 1, reason: 'integrity' });
    await counter.report(store, 'server-1:3000');
    const { out } = await release('status');
    expect(out).toMatch(new RegExp(`^mf-agents +${live} .* 1 of 40$`, 'm'));
    expect(out).toContain('mf-agents: failed for integrity (1), in 1 of 40 networks');
    expect(out).toContain('mf-agents: not enough data yet: 40 of 50 page views, 40 of 20 networks');
  });

  it('shows what is not counted, and where the guard stopped', async () => {
    const { dataDir, store, live, release, state } = await buildLiveStore();
    const { since = '' } = (await state()) ?? {};
    const counter = new Views.HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    countViews(counter, subject, { views: 3, failures: 2, networkOf: () => null });
    counter.noteIgnored(subject, 'render');
    countViews(counter, subject, { views: 60, failures: 60 });
    await counter.report(store, 'server-1:3000');
    await runGuard(openServingPlatform({ ...process.env, DATA_DIR: dataDir }, null));
    const { out } = await release('status');
    expect(out).toContain('mf-agents: not counted: load (2) from visitors whose network is unknown');
    expect(out).toContain('mf-agents: not counted: render (1) while the API was unavailable');
    expect(out).toMatch(/^mf-agents: ALARM: mf-agents .* and the guard stopped: there is no release before it/m);
  });
});
