import { execFile } from 'node:child_process';
import { open, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildFolder } from '../testing/build-dist.ts';
import { buildRevision, unsigned } from '../testing/build-revision.ts';
import { describeReleaseStore, revisionFile } from '../testing/describe-release-store.ts';
import { runScript } from '../testing/run-script.ts';
import { openFolderStore } from './open-store.ts';
import type { ReleaseStore } from './release-store.ts';

// A bucket is tried by bucket-store.slow.test.ts.
describeReleaseStore('a folder', async () => {
  const dataDir = await buildFolder();
  const pathOf = (name: string) => join(dataDir, 'releases/log', name);
  return {
    store: openFolderStore(dataDir),
    openAgain: async () => openFolderStore(dataDir),
    async overwrite(revision, change) {
      const file = pathOf(revisionFile(revision));
      await writeFile(file, change(await readFile(file, 'utf8')));
    },
    place: (name, text) => writeFile(pathOf(name), text),
  };
});

describe('a store, whatever it keeps its things in,', () => {
  const id = '1.0.0-0a1b2c3d';
  let store: ReleaseStore;

  beforeEach(async () => {
    store = openFolderStore(await buildFolder());
  });

  it.each(['..', '../..', '/etc', 'mf-agents/..', 'mf-agents\0', 'MF-agents', '', 'compositions', 'mf-'])(
    'refuses %j as the name of a remote',
    async (remote) => {
      await expect(store.listReleases(remote)).rejects.toThrow(/is not the name of a remote/);
      await expect(store.readRelease(remote, id)).rejects.toThrow(/is not the name of a remote/);
      await expect(store.addRelease(remote, id, new Map())).rejects.toThrow(/is not the name of a remote/);
    },
  );

  it.each(['..', '../1.0.0-0a1b2c3d', '1.0.0-../0a1b2c3d', '1.0.0-0a1b2c3d/', '1.0.0-0a1b2c3d\n', '1.0.0', ''])(
    'refuses %j as a release id',
    async (bad) => {
      await expect(store.readRelease('mf-agents', bad)).rejects.toThrow(/is not a release id/);
      await expect(store.addRelease('mf-agents', bad, new Map())).rejects.toThrow(/is not a release id/);
      await expect(store.removeRelease('mf-agents', bad)).rejects.toThrow(/is not a release id/);
    },
  );
});

describe('a log of revisions in a folder', () => {
  let dataDir: string;
  let store: ReleaseStore;

  beforeEach(async () => {
    dataDir = await buildFolder();
    store = openFolderStore(dataDir);
  });

  it('loses and doubles no revision when three processes take them at once', async () => {
    const results = await Promise.all(
      ['anna', 'ben', 'cleo'].map((by) =>
        runScript(new URL('../testing/contend.ts', import.meta.url), [dataDir, by, '60']),
      ),
    );
    expect(results.map(({ code, error }) => ({ code, error }))).toEqual(Array(3).fill({ code: 0, error: '' }));
    const numbers = await store.log.list();
    const entries = (await Promise.all(numbers.map((revision) => store.log.read(revision)))).flatMap(
      (one) => one?.entry ?? [],
    );
    expect(entries.map(({ revision }) => revision)).toEqual(
      Array.from({ length: entries.length }, (_, index) => index + 1),
    );
    expect(results.reduce((sum, { out }) => sum + Number(out), 0)).toBe(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(entries.map(({ by }) => by)).size).toBeGreaterThan(1);
  }, 60_000);

  it.each([
    ['leads elsewhere', (path: string) => symlink('/dev/zero', path), /it is a link/],
    ['is a pipe', (path: string) => promisify(execFile)('mkfifo', [path]), /it is not a regular file/],
    ['is huge', (path: string) => writeFile(path, '').then(() => truncate(path, 3e9)), /it is too large/],
  ])('never waits for a revision that %s; the last good one stays', async (_, place, problem) => {
    await store.log.append(buildRevision({ reason: 'good' }), unsigned);
    await place(join(dataDir, 'releases/log/000000000002.json'));
    expect((await store.log.read(1))?.entry.reason).toBe('good');
    await expect(store.log.read(2)).rejects.toThrow(problem);
  });

  it('has a revision that is put back on the disk before anybody goes on, as one that is appended', async () => {
    const handle = await open(dataDir);
    const sync = jest.spyOn(Object.getPrototypeOf(handle), 'sync');
    await handle.close();
    await store.log.append(buildRevision(), unsigned);
    const text = await readFile(join(dataDir, 'releases/log/000000000001.json'), 'utf8');
    sync.mockClear();
    await store.log.restore({ revision: 1, text });
    // The file, and the folder that names it.
    expect(sync).toHaveBeenCalledTimes(2);
    sync.mockRestore();
  });

  it('says in one sentence that the store cannot be written, or read', async () => {
    await writeFile(join(dataDir, 'releases'), 'a file where the folder should be');
    await expect(store.log.append(buildRevision(), unsigned)).rejects.toThrow(
      /^The release store cannot be written at .*: a part of its path is a file \(.*\)\. Make it writable or point DATA_DIR elsewhere\.$/,
    );
    for (const read of [() => store.log.list(), () => store.listReleases('mf-agents')]) {
      await expect(read()).rejects.toThrow(/^The release store cannot be read at .* \(ENOTDIR\)/);
    }
  });
});
