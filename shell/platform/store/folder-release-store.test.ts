import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import { buildFolder } from '../testing/build-dist.ts';
import { runScript } from '../testing/run-script.ts';
import { FolderReleaseStore } from './folder-release-store.ts';

let dataDir: string;
let store: FolderReleaseStore;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = new FolderReleaseStore(dataDir);
});

function buildComposition(overrides: Partial<Composition> = {}): Composition {
  return {
    revision: 1,
    at: '2026-11-20T18:00:00.000Z',
    by: 'anna',
    action: 'activate',
    remote: 'mf-agents',
    from: null,
    to: '1.0.0-0a1b2c3d',
    reason: 'first',
    remotes: { 'mf-agents': { live: '1.0.0-0a1b2c3d', previous: null } },
    ...overrides,
  };
}

async function damage(revision: number, change: (text: string) => string) {
  const path = join(dataDir, 'releases/compositions', `${revision}.json`);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

describe('the composition in a folder', () => {
  it('is empty in a new store', async () => {
    expect(await store.compositions.readCurrent()).toEqual({ current: null, lastRevision: 0, damaged: [] });
    expect(await store.compositions.read(1)).toBeNull();
  });

  it('lets exactly one of two operators take a revision, in 200 tries, and tells the other who won', async () => {
    const other = new FolderReleaseStore(dataDir);
    for (let revision = 1; revision <= 200; revision += 1) {
      const results = await Promise.allSettled([
        store.compositions.append(buildComposition({ revision, by: 'anna' })),
        other.compositions.append(buildComposition({ revision, by: 'ben' })),
      ]);
      const lost = results.filter((result) => result.status === 'rejected');
      expect(lost).toHaveLength(1);
      const winner = (await store.compositions.read(revision))?.by;
      expect(results[winner === 'anna' ? 0 : 1]?.status).toBe('fulfilled');
      expect(lost[0]?.reason.message).toContain(
        `Another operator was first: #${revision} activate of mf-agents to 1.0.0-0a1b2c3d by ${winner}`,
      );
    }
    expect(await readdir(join(dataDir, 'releases/compositions'))).toHaveLength(200);
  });

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
    ['cut off half-way', (text: string) => text.slice(0, text.length / 2)],
    ['emptied', () => ''],
    ['changed by one letter that is still valid JSON', (text: string) => text.replace('"anna"', '"anne"')],
    ['filled with zeros', (text: string) => '\0'.repeat(text.length)],
  ])('never takes a revision that was %s; the last good one stays', async (_, change) => {
    await store.compositions.append(buildComposition({ reason: 'good' }));
    await store.compositions.append(buildComposition({ revision: 2, reason: 'damaged' }));
    await damage(2, change);
    const { current, lastRevision, damaged } = await store.compositions.readCurrent();
    expect(current?.reason).toBe('good');
    expect(lastRevision).toBe(2);
    expect(damaged).toEqual([
      expect.stringMatching(/^Composition revision 2 \(.*2\.json\) is damaged and does not count: /),
    ]);
  });

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

  it('never takes a copy of another revision', async () => {
    await store.compositions.append(buildComposition());
    await copyFile(join(dataDir, 'releases/compositions/1.json'), join(dataDir, 'releases/compositions/2.json'));
    expect((await store.compositions.readCurrent()).damaged).toEqual([expect.stringMatching(/it holds revision 1$/)]);
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

  it.each(['..', '../..', '/etc', 'mf-agents/..', 'mf-agents\0', 'MF-agents', '', 'compositions', 'mf-'])(
    'refuses %j as the name of a remote',
    async (remote) => {
      await expect(store.listReleases(remote)).rejects.toThrow(/is not the name of a remote/);
      await expect(store.releaseFolder(remote, id)).rejects.toThrow(/is not the name of a remote/);
      await expect(store.addRelease(remote, id, new Map())).rejects.toThrow(/is not the name of a remote/);
    },
  );

  it.each([
    '..',
    '../1.0.0-0a1b2c3d',
    '1.0.0-../0a1b2c3d',
    '1.0.0-0a1b2c3d/',
    '1.0.0-0a1b2c3d\n',
    '1.0.0',
    '',
    '1.0.0-0A1B2C3D',
  ])('refuses %j as a release id', async (bad) => {
    await expect(store.releaseFolder('mf-agents', bad)).rejects.toThrow(/is not a release id/);
    await expect(store.addRelease('mf-agents', bad, new Map())).rejects.toThrow(/is not a release id/);
    await expect(store.removeRelease('mf-agents', bad)).rejects.toThrow(/is not a release id/);
  });

  it('are made of files that nobody may write by accident', async () => {
    await store.addRelease('mf-agents', id, new Map([['b.js', 'one']]));
    const { mode } = await stat(join(await store.releaseFolder('mf-agents', id), 'b.js'));
    expect(mode & 0o222).toBe(0);
  });
});
