import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endEmbedded, postmasterOf, queryAt, startEmbedded } from '../../../testing/embedded-process.ts';
import { hasCluster, noteClusterElsewhere } from './find-cluster.ts';
import { choosePlace } from './place.ts';

/** A data folder whose database holds a lead; tests get a copy. */
let original: string;
/** The same without tables and log, which is as good for a test in which nothing starts. */
let hollow: string;
let dataDir: string;

const start = (options?: { uid: number; gid: number }) => startEmbedded({ DATA_DIR: dataDir }, options);
const inFolder = (...path: string[]) => join(dataDir, 'postgres', ...path);
const cluster = (...path: string[]) => inFolder('cluster', ...path);

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(original, 0o711);
  const one = startEmbedded({ DATA_DIR: original });
  await queryAt((await one.ready).url, `create table leads (name text); insert into leads values ('Ada')`);
  await endEmbedded(one);
  hollow = mkdtempSync(join(tmpdir(), 'embedded-'));
  putDatabase(original, hollow);
  for (const name of ['base', 'pg_wal']) {
    rmSync(join(hollow, 'postgres/cluster', name), { recursive: true });
    mkdirSync(join(hollow, 'postgres/cluster', name));
  }
});
afterAll(() => {
  for (const folder of [original, hollow]) rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function putDatabase(from = original, to = dataDir): void {
  execFileSync('cp', ['-a', join(from, 'postgres'), to]);
}

/** Every file with its size, mode, owner, target and modification time. */
function look(): string {
  return execFileSync('find', [dataDir, '-not', '-type', 'd', '-printf', '%P %s %m %U %l %T@\n'], { encoding: 'utf8' });
}

async function leadsAfterStart(): Promise<unknown> {
  const { url } = await start().ready;
  return queryAt(url, 'select name from leads');
}

describe('a folder in which there may be a database', () => {
  it.each<[string, () => void, RegExp]>([
    [
      'lost its PG_VERSION',
      () => rmSync(cluster('PG_VERSION')),
      /^The database in .*cluster is incomplete \(PG_VERSION missing\): nothing was changed; put it back from a copy/,
    ],
    [
      'lost its password',
      () => rmSync(inFolder('password')),
      /^The password of the database in .* is lost \(there is no .*password\): nothing was changed; put the file back/,
    ],
    [
      'has an empty password',
      () => writeFileSync(inFolder('password'), ''),
      /^The database password in .*password is damaged: nothing was changed; put the file back from a copy/,
    ],
    [
      'has a folder for a password',
      () => {
        rmSync(inFolder('password'));
        mkdirSync(inFolder('password'));
      },
      /^The database password in .*password cannot be read \(EISDIR\)/,
    ],
    [
      'was moved away',
      () => rmSync(cluster(), { recursive: true }),
      /^The database in .*cluster is gone \(there was one since 20\S+Z\): nothing was changed; mount its disk/,
    ],
    [
      'is on a disk that is not mounted at its place',
      () => {
        rmSync(cluster(), { recursive: true });
        mkdirSync(cluster());
      },
      /^The database in .*cluster is gone .*: nothing was changed; mount its disk/,
    ],
  ])('is told of in one sentence and left as it is when it %s', async (_name, damage, words) => {
    putDatabase(hollow);
    damage();
    const before = look();
    const one = start();
    expect(await one.ended).toBe(1);
    expect(one.said()).toMatch(words);
    expect(one.said().split('\n')).toHaveLength(1);
    expect(look()).toBe(before);
  });

  // The process says these as it says the first one above.
  it.each<[string, () => void, RegExp]>([
    [
      'has an empty PG_VERSION',
      () => writeFileSync(cluster('PG_VERSION'), ''),
      /PG_VERSION is damaged: nothing was changed/,
    ],
    [
      'is of another PostgreSQL',
      () => writeFileSync(cluster('PG_VERSION'), '17\n'),
      /was made by PostgreSQL 17 and this is 18, and nothing was changed: run "npm run backup -- site\.tar\.gz" with the version of this project that ran it, then "DATA_DIR=<a new folder> npm run restore -- site\.tar\.gz" with this one/,
    ],
    [
      'was put back by halves',
      () => {
        for (const part of ['PG_VERSION', 'global', 'pg_wal', 'pg_xact']) rmSync(cluster(part), { recursive: true });
      },
      /is incomplete \(PG_VERSION, global\/pg_control, pg_wal, pg_xact missing\): nothing was changed/,
    ],
    [
      'holds something else',
      () => {
        rmSync(cluster(), { recursive: true });
        mkdirSync(cluster('lost+found'), { recursive: true });
        writeFileSync(cluster('lost+found', 'leads'), 'all of them');
      },
      /is incomplete \(PG_VERSION, .*: nothing was changed/,
    ],
    [
      'has a file for a cluster',
      () => {
        renameSync(cluster(), inFolder('moved'));
        writeFileSync(cluster(), 'leads');
      },
      /cluster is no folder: move it away, and put the database's folder back/,
    ],
    [
      'is on a disk that is not there',
      () => {
        renameSync(cluster(), inFolder('moved'));
        symlinkSync('/nowhere/cluster', cluster());
      },
      /cluster is a link to a folder that is not there: mount its disk/,
    ],
    [
      'is on a disk that is not mounted',
      () => {
        renameSync(cluster(), inFolder('moved'));
        mkdirSync(inFolder('disk'));
        symlinkSync(inFolder('disk'), cluster());
      },
      /cluster is a link to .*disk, which is empty: mount its disk, or remove the link/,
    ],
    ['others may enter', () => chmodSync(cluster(), 0o755), /^Other users of this system may enter .*: chmod 700 /],
  ])('is refused in one sentence and left as it is when it %s', (_name, damage, words) => {
    putDatabase(hollow);
    damage();
    const before = look();
    expect(() => hasCluster(inFolder())).toThrow(words);
    expect(() => hasCluster(inFolder())).toThrow(/^[^\n]+$/);
    expect(look()).toBe(before);
  });

  it('gives every lead back once what was lost is there again', async () => {
    putDatabase();
    rmSync(cluster('PG_VERSION'));
    expect(await start().ended).toBe(1);
    writeFileSync(cluster('PG_VERSION'), '18\n');
    expect(await leadsAfterStart()).toEqual([{ name: 'Ada' }]);
  });

  it('begins with an empty database once somebody has said so', async () => {
    putDatabase();
    rmSync(cluster(), { recursive: true });
    rmSync(inFolder('made'));
    const { url } = await start().ready;
    expect(await queryAt(url, `select to_regclass('leads') as leads`)).toEqual([{ leads: null }]);
  });

  it('says so when the password is that of another database', async () => {
    putDatabase();
    writeFileSync(inFolder('password'), 'ab'.repeat(24));
    const one = start();
    expect(await one.ended).toBe(1);
    expect(one.said()).toMatch(/^The password in .*password is not that of the database beside it: put the file back/);
    expect(readFileSync(inFolder('password'), 'utf8')).toBe('ab'.repeat(24));
  });

  it('opens over locks that a power cut damaged, ours and that of PostgreSQL', async () => {
    putDatabase();
    writeFileSync(inFolder('supervisor.lock'), '\0\0\0\0');
    writeFileSync(cluster('postmaster.pid'), '');
    expect(await leadsAfterStart()).toEqual([{ name: 'Ada' }]);
  });

  it('is not opened twice when it is a link and PostgreSQL outlived its supervisor', async () => {
    putDatabase();
    renameSync(cluster(), inFolder('disk'));
    symlinkSync(inFolder('disk'), cluster());
    const first = start();
    await first.ready;
    const pid = postmasterOf(dataDir);
    process.kill(pid, 'SIGSTOP');
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    await sleep(2000);
    const meanwhile = { locked: existsSync(cluster('postmaster.pid')), said: [...second.progress] };
    process.kill(pid, 'SIGCONT');
    expect(meanwhile).toEqual({ locked: true, said: [] });
    expect(await queryAt((await second.ready).url, 'select name from leads')).toEqual([{ name: 'Ada' }]);
  });

  it('is made where nothing is but an empty folder, and over the empty password of a full disk', async () => {
    mkdirSync(cluster(), { recursive: true });
    writeFileSync(inFolder('password'), '');
    await start().ready;
  });

  it.each([
    ['with an empty folder', 'new-'],
    ['in the middle of initdb', 'pg_wal'],
  ])('is made whole after a creation that was killed %s, and nothing else is removed', async (_name, sign) => {
    mkdirSync(inFolder('new-office'), { recursive: true });
    writeFileSync(inFolder('new-office', 'leads.csv'), 'all of them');
    const first = start();
    const isThere = () =>
      readdirSync(inFolder()).some(
        (entry) => entry.startsWith(sign) || (/^new-\d/.test(entry) && existsSync(inFolder(entry, sign))),
      );
    while (!isThere()) await sleep(1);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    await second.ready;
    expect(second.progress).toEqual(['creating the database']);
    expect(readdirSync(inFolder()).filter((entry) => entry.startsWith('new-'))).toEqual(['new-office']);
    expect(readFileSync(inFolder('new-office', 'leads.csv'), 'utf8')).toBe('all of them');
  });

  const isRoot = process.getuid?.() === 0;
  if (!isRoot) console.log('A database of another user is not tried: only root can make one.');
  (isRoot ? it : it.skip)('is left alone when it belongs to somebody else', async () => {
    putDatabase();
    execFileSync('chmod', ['777', dataDir, inFolder()]);
    execFileSync('chown', ['-R', '1:1', cluster()]);
    const before = look();
    const one = start({ uid: 65534, gid: 65534 });
    expect(await one.ended).toBe(1);
    expect(one.said()).toMatch(/belongs to another user of this system: start as that user, or set DATA_DIR/);
    expect(look()).toBe(before);
  });
});

describe('a data folder whose database lies elsewhere', () => {
  let folder: string;
  beforeEach(() => {
    folder = inFolder();
    mkdirSync(folder);
  });

  it('is not started with an empty one where it was copied to, and nothing is changed', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    await expect(choosePlace(folder)).rejects.toThrow(
      /^The database of this site lies in \/var\/lib\/beaconfield\/0123456789ab, not in .*\/postgres, and a copy of the folder has none: nothing was changed; run "npm run backup" where the site runs/,
    );
    expect(readdirSync(folder)).toEqual(['kept-elsewhere']);
  });

  it('begins anew once somebody has said so', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    rmSync(join(folder, 'kept-elsewhere'));
    await expect(choosePlace(folder)).resolves.toMatchObject({ binaries: expect.any(String) });
  });

  it('is told from one that has its database with it', async () => {
    noteClusterElsewhere(folder, '/var/lib/beaconfield/0123456789ab');
    for (const name of ['global', 'base', 'pg_wal', 'pg_xact']) mkdirSync(cluster(name), { recursive: true });
    for (const [name, text] of [
      ['PG_VERSION', '18\n'],
      ['global/pg_control', ''],
    ] as const) {
      writeFileSync(cluster(name), text);
    }
    await expect(choosePlace(folder)).rejects.toThrow(/Other users of this system may enter/);
    expect(readFileSync(join(folder, 'kept-elsewhere'), 'utf8')).toBe('/var/lib/beaconfield/0123456789ab');
  });
});
