import { describe, expect, it } from '@jest/globals';
import { Views } from '../../platform/index.ts';
import { countViews } from '../../platform/testing/count-views.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';
import { refusal } from '../testing/run-release.ts';

describe('npm run release -- canary', () => {
  it('starts and promotes a canary, and shows it with how often its pages failed', async () => {
    const { store, live, next, release, state } = await buildLiveStore();
    const started = await release('canary', 'mf-agents', next, '--percent', '10', '--by', 'anna');
    expect(started).toMatchObject({ code: 0, out: expect.stringContaining(`canary mf-agents: ${live} -> ${next}`) });
    const { out } = await release('status');
    expect(out).toContain(`mf-agents: canary ${next} for 10 percent of the visitors`);
    expect(out).toContain('mf-agents: canary since now, no page views yet');
    expect((await release('list', 'mf-agents')).out).toMatch(new RegExp(`^${next} .* canary$`, 'm'));
    expect((await release('log', '--last', '1')).out).toContain(`canary ${next} for 10 percent of the visitors`);

    const canary = { remote: 'mf-agents', id: next, since: (await state())?.canary?.since ?? '' };
    const counter = new Views.HealthCounter();
    countViews(counter, canary, { views: 20, failures: 1, reason: 'render' });
    await counter.report(store, 'server-1');
    const text = (await release('status')).out;
    expect(text).toContain('mf-agents: canary since now, 1 of 20 page views failed for render (1)');
    const { remotes } = JSON.parse((await release('status', '--json')).out);
    expect(remotes).toContainEqual(
      expect.objectContaining({ canaryHealth: expect.objectContaining({ views: 20, failures: 1 }) }),
    );

    expect(await release('promote', 'mf-agents', '--no-guard')).toMatchObject({ code: 0 });
    expect(await state()).toMatchObject({ live: next, previous: live, guard: 'off' });
    expect((await release('log', '--last', '1')).out).toContain(`${live} -> ${next}\n    automatic rollback is off\n`);
    expect((await release('status')).out).toContain('mf-agents: automatic rollback is off for the live release');
    const nothing = await release('promote', 'mf-agents');
    expect(nothing).toMatchObject({ code: 1, error: 'No canary of mf-agents is running.\n' });
  });

  it('refuses a share that is none', async () => {
    const { next, release } = await buildLiveStore();
    for (const percent of ['0', '101', 'many', '']) {
      expect(await release('canary', 'mf-agents', next, '--percent', percent)).toMatchObject(
        refusal(2, `Option '--percent <n>' argument '${percent}' is invalid. It must be above 0 and at most 100.\n`),
      );
    }
  });
});
