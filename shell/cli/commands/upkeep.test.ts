import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tamperWith } from '../../platform/testing/tamper.ts';
import { buildLiveStore } from '../testing/build-live-store.ts';
import { refusal } from '../testing/run-release.ts';

describe('npm run release --', () => {
  it('verify looks at the store and fails for scripts when something is wrong', async () => {
    const { store, next, release } = await buildLiveStore();
    expect(await release('verify')).toMatchObject({ code: 0, out: '2 releases, 1 revision, 0 problems.\n' });
    await tamperWith(store, next).overwrite('browser/picture.svg', () => '<svg/>');
    const { code, out } = await release('verify');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^The file browser\/picture\.svg of mf-agents .* is not what was published.*\n2 releases, 1 revision, 1 problem\.\n$/,
    );
  });

  it('prune says what it would remove, and knows its limits', async () => {
    const { release } = await buildLiveStore();
    expect(await release('prune', '--dry-run')).toMatchObject({ code: 0, out: '0 releases would be removed.\n' });
    expect(await release('prune', '--keep', '3')).toMatchObject(
      refusal(2, /^Option '--keep <n>' argument '3' is invalid\. It takes a whole number from 10 up\.\n/),
    );
    expect(await release('prune', '--hours', 'x')).toMatchObject(
      refusal(2, /^Option '--hours <n>' argument 'x' is invalid\. It takes a whole number from 24 up\.\n/),
    );
  });
});

describe('npm run release -- store check', () => {
  it('finds nothing in a store that is whole, nor where an upload is under way', async () => {
    const { store, release } = await buildLiveStore();
    expect(await release('store', 'check')).toMatchObject({
      code: 0,
      out: `The store is the folder ${store.place}.\n2 releases, 1 revision, 0 problems.\n`,
    });
    await mkdir(join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d'), { recursive: true });
    await writeFile(join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d/a.js'), 'half');
    expect(await release('store', 'check')).toMatchObject({ code: 0, out: expect.stringContaining(' 0 problems.') });
  });

  it('has a sentence for damage, for an upload that was cut off and for what belongs to nothing, and fails', async () => {
    const { store, next, release } = await buildLiveStore();
    await tamperWith(store, next).overwrite('browser/picture.svg', () => '<svg/>');
    const unfinished = join(store.place, 'remotes/mf-agents/9.9.9-0a1b2c3d');
    await mkdir(unfinished);
    await writeFile(join(unfinished, 'a.js'), 'half');
    await utimes(join(unfinished, 'a.js'), 0, 0);
    await writeFile(join(store.place, 'log/1.json.bak'), '{}');
    await writeFile(join(store.place, 'notes.txt'), 'whose?');
    const { code, out } = await release('store', 'check', '--json');
    expect(code).toBe(1);
    const { problems } = JSON.parse(out);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^The file browser\/picture\.svg of mf-agents .* is not what was published/),
      expect.stringMatching(/^log\/1\.json\.bak belongs to no release and no log of this store/),
      expect.stringMatching(/^notes\.txt belongs to no release and no log of this store .* remove it\.$/),
      expect.stringMatching(
        /^remotes\/mf-agents\/9\.9\.9-0a1b2c3d\/ is an upload that was cut off .*prune.* takes it away/,
      ),
    ]);
  });
});
