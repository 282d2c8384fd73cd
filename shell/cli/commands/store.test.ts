import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildLiveStore } from '../testing/build-live-store.ts';

describe('npm run release -- store check', () => {
  it('finds nothing in a store that is whole, and names an upload under way without a complaint', async () => {
    const { store, release } = await buildLiveStore();
    expect(await release('store', 'check')).toMatchObject({
      code: 0,
      out: `The store is the folder ${store.place}.\n2 releases, 1 revision, 0 problems.\n`,
    });
    await mkdir(join(store.place, 'mf-agents/.writing-1'));
    const { code, out } = await release('store', 'check');
    expect(code).toBe(0);
    expect(out).toContain('mf-agents/.writing-1 is an upload under way, or one that was cut off just now.');
  });

  it('has a sentence for damage, for an upload that was cut off and for what belongs to nothing, and fails', async () => {
    const { store, next, release } = await buildLiveStore();
    const file = join(await store.releaseFolder('mf-agents', next), 'browser/picture.svg');
    await chmod(file, 0o644);
    await writeFile(file, '<svg/>');
    const unfinished = join(store.place, 'mf-agents/.writing-1');
    await mkdir(unfinished);
    await utimes(unfinished, 0, 0);
    await writeFile(join(store.place, 'compositions/1.json.bak'), '{}');
    await writeFile(join(store.place, 'notes.txt'), 'whose?');
    const { code, out } = await release('store', 'check', '--json');
    expect(code).toBe(1);
    const { problems, notes } = JSON.parse(out);
    expect(notes).toEqual([]);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^The file browser\/picture\.svg of mf-agents .* is not what was published/),
      expect.stringMatching(/^compositions\/1\.json\.bak belongs to no release and no log of this store/),
      expect.stringMatching(/^mf-agents\/\.writing-1 is an upload that was cut off .*prune.* takes it away/),
      expect.stringMatching(/^notes\.txt belongs to no release and no log of this store .* remove it\.$/),
    ]);
  });
});
