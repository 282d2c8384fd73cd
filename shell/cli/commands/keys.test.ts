import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ensureSigningKeys } from '../../platform/index.ts';
import { buildFolder } from '../../platform/testing/build-dist.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- keys', () => {
  it('lists, trusts and distrusts keys', async () => {
    const { dataDir, store, release } = await buildLiveStore();
    const own = await ensureSigningKeys(store.keysFolder);
    const other = await ensureSigningKeys(await buildFolder());
    const file = join(dataDir, 'other.pem');
    await writeFile(file, other.publicKey);
    expect((await release('keys')).out).toContain(`${own.keyId}  this installation signs with it`);
    expect(await release('keys', 'trust', file)).toMatchObject({
      code: 2,
      error: 'A change of the keys needs its reason for the log: --reason "...".\n',
    });
    const because = ['--reason', 'a new squad', '--by', 'ben'];
    expect(await release('keys', 'trust', file, ...because, '--dry-run')).toMatchObject({
      code: 0,
      out: `Would trust ${other.keyId}.\n`,
    });
    expect(await release('keys', 'trust', file, ...because)).toMatchObject({
      code: 0,
      out: `Releases signed with ${other.keyId} may go live here now.\n`,
    });
    expect((await release('keys')).out).toContain(`${other.keyId}  trusted`);
    expect(await release('keys', 'trust', file, ...because)).toMatchObject({
      out: `${other.keyId} is trusted already; nothing was changed.\n`,
    });
    expect(await release('keys', 'distrust', own.keyId, ...because)).toMatchObject({ code: 1 });
    expect(await release('keys', 'distrust', other.keyId, '--reason', 'left', '--by', 'ben')).toMatchObject({
      code: 0,
    });
    expect((await release('log', '--last', '2')).out).toMatch(
      new RegExp(
        `^#2 .* distrust  by ben\\n {4}${other.keyId}\\n {4}left\\n#1 .* trust  by ben\\n {4}${other.keyId}\\n {4}a new squad\\n$`,
      ),
    );
    expect(await release('keys', 'distrust', other.keyId, ...because)).toMatchObject({
      code: 1,
      error: expect.stringContaining('is not among the trusted keys'),
    });
    expect(await release('keys', 'trust', '/nowhere.pem', ...because)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^The key cannot be read: ENOENT/),
    });
    expect(await release('keys', 'burn')).toMatchObject({ code: 2 });
  });
});
