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

let dataDir: string;
let store: ReleaseStore;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = openFolderStore(dataDir);
});

/** The same store, as another process opens it. */
const openAgain = () => openFolderStore(dataDir);
const pathOf = (revision: number) => join(dataDir, 'releases/log', revisionFile(revision));

// A bucket is tried by bucket-store.slow.test.ts.
describeReleaseStore('a folder', async () => ({
  store,
  openAgain: async () => openAgain(),
  async overwrite(revision, change) {
    await writeFile(pathOf(revision), change(await readFile(pathOf(revision), 'utf8')));
  },
}));

// What a store puts above its storage is tried in a folder; s3.ci.test.ts tries the storage of a bucket.
describe('a store, whatever it keeps its things in,', () => {
  const id = '1.0.0-0a1b2c3d';

  it('is empty at first', async () => {
    expect(await store.log.read(1)).toBeNull();
    expect(await store.log.fingerprint(1)).toBeNull();
    expect(await store.log.list()).toEqual([]);
  });

  it('lets exactly one of two operators take a revision, in 5 tries, and tells the other who won', async () => {
    const other = openAgain();
    for (let revision = 1; revision <= 5; revision += 1) {
      const results = await Promise.allSettled([
        store.log.append(buildRevision({ revision, by: 'anna' }), unsigned),
        other.log.append(buildRevision({ revision, by: 'ben' }), unsigned),
      ]);
      const lost = results.filter((result) => result.status === 'rejected');
      expect(lost).toHaveLength(1);
      const winner = (await store.log.read(revision))?.entry.by;
      expect(results[winner === 'anna' ? 0 : 1]?.status).toBe('fulfilled');
      expect(lost[0]?.reason.message).toContain(
        `Another operator was first: #${revision} activate of mf-agents to 1.0.0-0a1b2c3d by ${winner}`,
      );
    }
    expect(await store.log.list()).toEqual([1, 2, 3, 4, 5]);
  });

  it('never takes a revision that was cut off, emptied, changed by a letter, filled with zeros or copied from another one; the last good one stays', async () => {
    await store.log.append(buildRevision({ reason: 'good' }), unsigned);
    await store.log.append(buildRevision({ revision: 2, reason: 'damaged' }), unsigned);
    expect((await store.log.read(2))?.entry.reason).toBe('damaged');
    const [good, whole] = await Promise.all([1, 2].map((revision) => readFile(pathOf(revision), 'utf8')));
    for (const [text = '', why] of [
      [whole?.slice(0, whole.length / 2), ''],
      ['', ''],
      // It is still valid JSON.
      [whole?.replace('"anna"', '"anne"'), ''],
      ['\0'.repeat(whole?.length ?? 0), ''],
      [good, 'it holds revision 1.'],
    ] as const) {
      await writeFile(pathOf(2), text);
      for (const opened of [store, openAgain()]) {
        expect(await opened.log.list()).toEqual([1, 2]);
        expect((await opened.log.read(1))?.entry.reason).toBe('good');
        const problem = await opened.log.read(2).then(String, String);
        expect(problem).toMatch(/Revision 2 \(.*2\.json\) is damaged and does not count: /);
        expect(problem).toContain(why);
      }
    }
  });

  it('passes over what has other names', async () => {
    await store.log.append(buildRevision(), unsigned);
    for (const name of ['.writing-x', '2.json.bak', '02.json', '+3.json', '-1.json', '0.json', 'x.json']) {
      await writeFile(join(dataDir, 'releases/log', name), '{}');
    }
    expect(await store.log.list()).toEqual([1]);
  });

  it('knows when a release was published, by its own clock', async () => {
    await store.addRelease('mf-agents', id, new Map([['a.js', 'one']]));
    const at = (await store.publishedAt('mf-agents', id)).getTime();
    expect(Math.abs(at - store.now())).toBeLessThan(60_000);
    await expect(store.publishedAt('mf-agents', '9.9.9-0a1b2c3d')).rejects.toThrow(/holds no release/);
  });

  it('takes signatures of a release that come later, each once, and takes them out with it', async () => {
    const keyId = '0123456789abcdef';
    await store.addRelease('mf-agents', id, new Map([['a.js', 'one']]));
    expect(await store.readSignatures('mf-agents', id)).toEqual([]);
    expect(await store.addSignature('mf-agents', id, { keyId, text: 'one' })).toBe(true);
    expect(await store.addSignature('mf-agents', id, { keyId, text: 'two' })).toBe(false);
    expect(await openAgain().readSignatures('mf-agents', id)).toEqual(['one']);
    await store.removeRelease('mf-agents', id);
    expect(await openAgain().readSignatures('mf-agents', id)).toEqual([]);
  });

  it('keeps notes that are written again', async () => {
    const other = openAgain();
    for (const [name, text] of [
      ['web-1', 'one'],
      ['web-2', 'other'],
      ['web-1', 'two'],
    ] as const) {
      await store.failures.replace(name, text);
    }
    expect((await other.failures.readAll()).get('web-1')).toBe('two');
    await store.failures.replace('web-1', 'three');
    expect((await other.failures.readAll()).get('web-1')).toBe('three');
    expect(await store.failures.add('web-1', 'four')).toBe(false);
    await store.failures.remove('web-1');
    expect([...(await other.failures.readAll()).keys()]).toEqual(['web-2']);
  });

  it('keeps what is in effect at servers that said so a moment ago', async () => {
    const sharedModules = { react: '19.3.1' };
    const serving = {
      revision: 6,
      since: '2026-11-22T12:00:00.000Z',
      version: '1.0.0',
      instead: { 'mf-agents': '1.0.0-0a1b2c3d' },
    };
    await store.writeHeartbeat('one', { revision: 7, sharedModules, serving });
    await store.writeHeartbeat('two', { revision: 8, sharedModules, serving });
    await store.writeHeartbeat('two', null);
    const other = openAgain();
    expect(await other.readHeartbeats(60_000)).toEqual([
      { revision: 7, sharedModules, serving, server: 'one', writtenAt: expect.any(Number) },
    ]);
    expect(await other.readHeartbeats(-60_000)).toEqual([]);
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
  it('loses and doubles no revision when three processes take them at once', async () => {
    const results = await Promise.all(
      ['anna', 'ben', 'cleo'].map((by) =>
        runScript(new URL('../testing/contend.ts', import.meta.url), [dataDir, by, '30']),
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
    expect(entries.length).toBeGreaterThanOrEqual(30);
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
