import { describe, expect, it } from '@jest/globals';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { parsePreviewToken } from '../../settings/preview-token.ts';
import { ensureKey } from '../../settings/site-platform.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- preview', () => {
  it('makes a preview link that the shell server can read, and none for a tampered release', async () => {
    const { store, next, release } = await buildLiveStore();
    const { out } = await release('preview', 'mf-agents', next, '--hours', '2', '--json');
    const { token, path, expires } = JSON.parse(out);
    expect(path).toBe(`/?preview=${token}`);
    const preview = parsePreviewToken(await ensureKey(store.keysFolder, 'preview'), token);
    expect(preview).toEqual({ releases: { 'mf-agents': next }, expires: Date.parse(expires) });
    expect(Math.abs(Date.parse(expires) - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    await tamperWith(store, next).overwrite('server/remote.cjs', () => 'evil()');
    expect(await release('preview', 'mf-agents', next)).toMatchObject({
      code: 1,
      error: expect.stringContaining('[files]'),
    });
    expect(await release('preview', 'mf-agents', next, '--hours', '1000')).toMatchObject({ code: 2 });
  });
});
