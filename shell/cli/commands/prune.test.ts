import { describe, expect, it } from '@jest/globals';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- prune', () => {
  it('prunes, and knows its limits', async () => {
    const { release } = await buildLiveStore();
    expect(await release('prune', '--dry-run')).toMatchObject({ code: 0, out: '0 releases would be removed.\n' });
    expect(await release('prune', '--keep', '3')).toMatchObject({
      code: 2,
      error: expect.stringMatching(
        /^Option '--keep <n>' argument '3' is invalid\. It takes a whole number from 10 up\.\n/,
      ),
    });
    expect(await release('prune', '--hours', 'x')).toMatchObject({
      code: 2,
      error: expect.stringMatching(
        /^Option '--hours <n>' argument 'x' is invalid\. It takes a whole number from 24 up\.\n/,
      ),
    });
  });
});
