import { describe, expect, it } from '@jest/globals';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- budget', () => {
  it('shows and changes size budgets, with the reason in the log', async () => {
    const { release } = await buildLiveStore();
    expect((await release('budget')).out).toMatch(/^mf-agents +30 kB +90 kB$/m);
    expect(await release('budget', 'mf-agents', '--page', '120')).toMatchObject({ code: 2 });
    const changed = await release('budget', 'mf-agents', '--page', '120', '--reason', 'A video player', '--by', 'ben');
    expect(changed.out).toBe('mf-agents: registered 30 kB, page 90 kB -> registered 30 kB, page 120 kB\n');
    expect((await release('budget', 'mf-agents')).out).toMatch(/^mf-agents +30 kB +120 kB$/m);
    expect((await release('budget', 'mf-demos')).out).toMatch(/^mf-demos +30 kB +90 kB$/m);
    expect((await release('log', '--last', '1')).out).toMatch(
      /^#2 .* budget {2}by ben \(key site\)\n {4}mf-agents: .* page 90000 -> 120000 bytes\n {4}A video player\n$/,
    );
    expect(await release('budget', 'mf-agents', '--page', '-1', '--reason', 'x')).toMatchObject({ code: 2 });
    expect(await release('budget', '--page', '1', '--reason', 'x')).toMatchObject({
      code: 2,
      error: 'Name the remote whose budget changes.\n',
    });
  });
});
