import { describe, expect, it } from '@jest/globals';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- verify', () => {
  it('verifies the store and fails for scripts when something is wrong', async () => {
    const { store, next, release } = await buildLiveStore();
    expect(await release('verify')).toMatchObject({ code: 0, out: '2 releases, 1 revision, 0 problems.\n' });
    await tamperWith(store, next).overwrite('browser/picture.svg', () => '<svg/>');
    const { code, out } = await release('verify');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The file browser\/picture\.svg of mf-agents .* is not what was published.*\n2 releases, 1 revision, 1 problem\.\n$/,
    );
  });
});
