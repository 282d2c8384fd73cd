import { describe, expect, it } from '@jest/globals';
import { HealthCounter } from '../../platform/index.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- status', () => {
  it('shows how often pages of a live release failed', async () => {
    const { store, live, release, state } = await buildLiveStore();
    const { since = '' } = (await state()) ?? {};
    const counter = new HealthCounter();
    const subject = { remote: 'mf-agents', id: live, since };
    for (let view = 0; view < 40; view += 1) counter.countView(subject);
    counter.countFailure(subject, 'integrity');
    await counter.report(store, 'server-1:3000');
    const { out } = await release('status');
    expect(out).toMatch(new RegExp(`^mf-agents +${live} .* 1 of 40$`, 'm'));
    expect(out).toContain('mf-agents: failed for integrity (1)');
  });
});
