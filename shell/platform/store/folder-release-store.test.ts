import { execFile } from 'node:child_process';
import { mkdir, open, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildComposition } from '../testing/build-composition.ts';
import { buildFolder } from '../testing/build-dist.ts';
import { runScript } from '../testing/run-script.ts';
import { FolderReleaseStore } from './folder-release-store.ts';

let dataDir: string;
let store: FolderReleaseStore;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = new FolderReleaseStore(dataDir);
});

describe('the composition in a folder', () => {
  it('loses and doubles no revision when three processes take them at once', async () => {
    const results = await Promise.all(
      ['anna', 'ben', 'cleo'].map((by) =>
        runScript(new URL('../testing/contend.ts', import.meta.url), [dataDir, by, '200']),
      ),
    );
    expect(results.map(({ code, error }) => ({ code, error }))).toEqual(Array(3).fill({ code: 0, error: '' }));
    const { entries, damaged } = await store.compositions.readAll();
    expect(damaged).toEqual([]);
    expect(entries.map(({ revision }) => revision)).toEqual(
      Array.from({ length: entries.length }, (_, index) => index + 1),
    );
    expect(results.reduce((sum, { out }) => sum + Number(out), 0)).toBe(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(200);
    expect(new Set(entries.map(({ by }) => by)).size).toBeGreaterThan(1);
  }, 60_000);

  it.each([
    ['leads elsewhere', (path: string) => symlink('/dev/zero', path), /it is a link/],
    ['is a pipe', (path: string) => promisify(execFile)('mkfifo', [path]), /it is no plain file/],
    ['is huge', (path: string) => writeFile(path, '').then(() => truncate(path, 3e9)), /it is too large/],
  ])('never waits for a revision that %s; the last good one stays', async (_, place, problem) => {
    await store.compositions.append(buildComposition({ reason: 'good' }));
    await place(join(dataDir, 'releases/compositions/2.json'));
    const { current, damaged } = await store.compositions.readCurrent();
    expect(current?.reason).toBe('good');
    expect(damaged).toEqual([expect.stringMatching(problem)]);
  });

  it('passes over unfinished writes and files of other names', async () => {
    await store.compositions.append(buildComposition());
    const folder = join(dataDir, 'releases/compositions');
    for (const name of ['.writing-x', '2.json.bak', '02.json', '+3.json', '-1.json', '0.json', 'x.json']) {
      await writeFile(join(folder, name), '{}');
    }
    await mkdir(join(folder, '7'));
    expect(await store.compositions.readCurrent()).toMatchObject({ lastRevision: 1, damaged: [] });
  });

  it('says in one sentence that the store cannot be written', async () => {
    await writeFile(join(dataDir, 'releases'), 'a file where the folder should be');
    await expect(store.compositions.append(buildComposition())).rejects.toThrow(
      /^The release store cannot be written at .*: a part of its path is a file \(.*\)\. Make it writable or point DATA_DIR elsewhere\.$/,
    );
  });

  it('says in one sentence that the store cannot be read', async () => {
    await writeFile(join(dataDir, 'releases'), 'a file where the folder should be');
    await expect(store.compositions.readCurrent()).rejects.toThrow(/^The release store cannot be read \(ENOTDIR/);
    await expect(store.listReleases('mf-agents')).rejects.toThrow(
      /^The release store cannot be read at .* \(ENOTDIR\)/,
    );
  });
});

describe('a revision that is put back', () => {
  it('is on the disk before anybody goes on, as one that is appended', async () => {
    const handle = await open(dataDir);
    const sync = jest.spyOn(Object.getPrototypeOf(handle), 'sync');
    await handle.close();
    await store.compositions.append(buildComposition());
    const ofAppend = sync.mock.calls.length;
    const text = await readFile(join(dataDir, 'releases/compositions/1.json'), 'utf8');
    await store.compositions.restore({ revision: 1, text });
    expect(sync.mock.calls.length - ofAppend).toBe(ofAppend);
    expect(ofAppend).toBe(2);
    sync.mockRestore();
  });
});

describe('release folders', () => {
  const id = '1.0.0-0a1b2c3d';

  it('appear whole, are not written again and can be taken out', async () => {
    expect(await store.addRelease('mf-agents', id, new Map([['a/b.js', 'one']]))).toBe(true);
    expect(await store.addRelease('mf-agents', id, new Map([['a/b.js', 'two']]))).toBe(false);
    const folder = await store.releaseFolder('mf-agents', id);
    expect(await readFile(join(folder, 'a/b.js'), 'utf8')).toBe('one');
    expect(await readdir(join(dataDir, 'releases/mf-agents'))).toEqual([id]);
    await store.removeRelease('mf-agents', id);
    expect(await store.listReleases('mf-agents')).toEqual([]);
    await expect(store.releaseFolder('mf-agents', id)).rejects.toThrow(
      /holds no release 1\.0\.0-0a1b2c3d of mf-agents/,
    );
  });

  it('leaves nothing behind when a file cannot be written', async () => {
    const files = new Map([
      ['a', 'one'],
      ['a/b.js', 'two'],
    ]);
    await expect(store.addRelease('mf-agents', id, files)).rejects.toThrow(/cannot be written/);
    expect(await readdir(join(dataDir, 'releases/mf-agents'))).toEqual([]);
  });

  it('are made of files that nobody may write by accident', async () => {
    await store.addRelease('mf-agents', id, new Map([['b.js', 'one']]));
    const { mode } = await stat(join(await store.releaseFolder('mf-agents', id), 'b.js'));
    expect(mode & 0o222).toBe(0);
  });
});
