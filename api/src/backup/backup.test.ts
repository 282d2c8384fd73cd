import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pack } from 'tar-stream';
import { endEmbedded, queryAt, startEmbedded } from '../../testing/embedded-process.ts';

const base = mkdtempSync(join(tmpdir(), 'backup-'));
chmodSync(base, 0o755);
const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const siteConfig = fileURLToPath(new URL('../../../shell/site.json', import.meta.url));
const at = (...names: string[]) => join(base, ...names);

interface Ran {
  code: number | null;
  said: string;
}

/** `inside`: a command that the program is run by. */
function start(words: string[], environment: NodeJS.ProcessEnv, inside: readonly string[] = []): ChildProcess {
  const { DATABASE_URL: _, RELEASE_STORE: __, ...inherited } = process.env;
  const env = { ...inherited, SITE_CONFIG: siteConfig, ...environment };
  const [command = '', ...args] = [...inside, process.execPath, '--no-warnings', program, ...words];
  return spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(words: string[], environment: NodeJS.ProcessEnv, inside?: readonly string[]): Promise<Ran> {
  const child = start(words, environment, inside);
  if (!child.stdout || !child.stderr) throw new Error('no output');
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, said: `${out}${error}`.trim() };
}

const backup = (file: string, dataDir: string, environment: NodeJS.ProcessEnv = {}, ...words: string[]) =>
  run(['backup', file, ...words], { DATA_DIR: dataDir, ...environment });
const restore = (file: string, dataDir: string) => run(['restore', file], { DATA_DIR: dataDir });

const files: Record<string, [content: string, mode: number]> = {
  'keys/root.pub': ['public', 0o644],
  'keys/private/site.pem': ['secret', 0o600],
  'mail/1.eml': ['To: office', 0o600],
  'releases/compositions/1.json': ['{"revision":1}', 0o644],
  'releases/mf-x/1.0.0-0a1b2c3d/browser/entry.js': ['x'.repeat(200_000), 0o444],
};

function fill(dataDir: string): void {
  for (const [name, [content, mode]] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true });
    writeFileSync(join(dataDir, name), content);
    chmodSync(join(dataDir, name), mode);
  }
  // What a killed writer left, and what belongs to this machine alone.
  writeFileSync(join(dataDir, 'releases/mf-x/.writing-1'), 'half');
  writeFileSync(join(dataDir, 'mail/2.eml.part'), 'half');
  mkdirSync(join(dataDir, 'logs'));
}

/** Everything in a folder but the database, with its rights. */
function contentsOf(dataDir: string): Record<string, [content: string, mode: number]> {
  const found = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = found.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('/postgres/'));
  return Object.fromEntries(
    named.map((path) => [path.slice(dataDir.length + 1), [readFileSync(path, 'utf8'), statSync(path).mode & 0o777]]),
  );
}

const archive = at('backup.tar.gz');
const kept = Array.from({ length: 5000 }, (_, value) => ({ value }));

beforeAll(async () => {
  const database = startEmbedded({ DATA_DIR: at('site') });
  const { url } = await database.ready;
  await queryAt(url, 'create table kept (value int)');
  await queryAt(url, 'insert into kept select generate_series(0, 4999)');
  fill(at('site'));
  // As where the database, and its password, lie outside of the data folder.
  renameSync(at('site/postgres/password'), at('password'));
  const { code, said } = await backup(archive, at('site'));
  renameSync(at('password'), at('site/postgres/password'));
  if (code !== 0) throw new Error(said);
  await endEmbedded(database);
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('a backup', () => {
  it('of a running site is there whole under its name, for this user alone', () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(base).filter((name) => name.startsWith('backup.'))).toEqual(['backup.tar.gz']);
  });

  it('comes back in another folder with database, keys, releases, mail and site configuration', async () => {
    const { code, said } = await restore(archive, at('other'));
    expect(said).toMatch(
      /other is as it was at .*: database \(PostgreSQL 18\), releases, keys, mail, site configuration\./,
    );
    expect(code).toBe(0);
    expect(contentsOf(at('other'))).toEqual({ ...files, 'site.json': [readFileSync(siteConfig, 'utf8'), 0o600] });
    const database = startEmbedded({ DATA_DIR: at('other') });
    const { url } = await database.ready;
    expect(await queryAt(url, 'select value from kept order by value')).toEqual(kept);
    await queryAt(url, 'insert into kept values (5000)');
    await endEmbedded(database);
  });

  it('of a site that does not run starts its database for as long as it takes', async () => {
    const { code, said } = await backup(at('cold.tar.gz'), at('site'));
    expect(said).toMatch(/holds \d+ files and folders, .* MB: database/);
    expect(code).toBe(0);
    expect(existsSync(at('site/postgres/cluster/postmaster.pid'))).toBe(false);
  });

  it('never takes the place of a file', async () => {
    const before = readFileSync(archive);
    expect(await backup(archive, at('site'))).toEqual({
      code: 1,
      said: `${archive} is there already and is kept: name another file, with today's date for example.`,
    });
    expect(readFileSync(archive).equals(before)).toBe(true);
  });

  it('that cannot be written leaves nothing, and says why', async () => {
    const { code, said } = await backup(at('nowhere/backup'), at('site'));
    expect({ code, said }).toEqual({
      code: 1,
      said: `There is no folder ${at('nowhere')} for backup: make it, or correct the name.`,
    });
  });

  it('leaves the database of DATABASE_URL to whoever runs that, and saves everything else on request', async () => {
    const elsewhere = { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/db' };
    const { code, said } = await backup(at('part.tar.gz'), at('site'), elsewhere);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^The database of DATABASE_URL is not this site's own, .*: add --without-database to save everything else\.$/,
    );
    expect((await backup(at('part.tar.gz'), at('site'), elsewhere, '--without-database')).code).toBe(0);
    expect((await restore(at('part.tar.gz'), at('part'))).said).toContain(
      'THE DATABASE IS NOT IN IT: set DATABASE_URL',
    );
    expect(Object.keys(contentsOf(at('part'))).sort()).toEqual([...Object.keys(files), 'site.json'].sort());
  });

  it('names the bucket in which releases are, and copies none of them', async () => {
    const { said } = await backup(
      at('bucket.tar.gz'),
      at('site'),
      { RELEASE_STORE: 's3://bucket/site' },
      '--without-database',
    );
    expect(said).toContain('no releases, which stay in s3://bucket/site');
    await restore(at('bucket.tar.gz'), at('bucket'));
    expect(existsSync(at('bucket/releases'))).toBe(false);
  });
});

// A disk of its own for the command alone; what lies on it in the end is told behind what the command says.
const apart = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--mount'];
const onDisk = (size: string, folder: string) => {
  mkdirSync(folder);
  const script = `mount -t tmpfs -o size=${size} tmpfs '${folder}'; code=0; "$@" || code=$?; ls -A '${folder}'; exit $code`;
  return [...apart, 'sh', '-ec', script, 'sh'];
};
const mayMount = spawnSync(apart[0] ?? '', [...apart.slice(1), 'true']).status === 0;
const whereMountable = mayMount ? it : it.skip;
if (!mayMount) console.log('Full disks are not tried: this system lets nobody mount one of their own.');

describe('on a full disk', () => {
  whereMountable('a backup ends, leaves nothing and says so', async () => {
    const database = startEmbedded({ DATA_DIR: at('site') });
    await database.ready;
    const disk = at('small');
    const file = join(disk, 'backup.tar.gz');
    expect(await run(['backup', file], { DATA_DIR: at('site') }, onDisk('1m', disk))).toEqual({
      code: 1,
      said: `${file} was not written, and nothing is left of it: the disk is full (ENOSPC). Free some space, or name a file on another disk.`,
    });
    await endEmbedded(database);
  });

  whereMountable('a restore leaves what nothing starts on, and says so', async () => {
    await backup(at('files.tar.gz'), at('site'), {}, '--without-database');
    const disk = at('smaller');
    const { code, said } = await run(['restore', at('files.tar.gz')], { DATA_DIR: disk }, onDisk('100k', disk));
    expect(said.split('\n').filter((line) => !line.startsWith('site.lock'))).toEqual([
      'restoring',
      `${disk} was not restored, and nothing starts on it: the disk is full (ENOSPC). Remove what is in it, and restore where there is room.`,
    ]);
    expect(code).toBe(1);
  });
});

/** An archive with these members behind the first, each as [name, content, type]. */
async function forge(
  file: string,
  members: [name: string, content: string, type?: 'symlink'][],
  change: object = {},
): Promise<string> {
  const tar = pack();
  const head = { format: 1, version: '0.1.0', madeAt: '2026-11-22T00:00:00Z' };
  tar.entry({ name: 'beaconfield-backup.json' }, JSON.stringify(head));
  const listed = members.map(([name, content]) => ({
    ...{ name, size: content.length, mode: 0o644 },
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  for (const [name, content, type] of members) {
    if (type) tar.entry({ name, type, linkname: '/etc' });
    else tar.entry({ name, mode: 0o644 }, content);
  }
  tar.entry(
    { name: 'manifest.json' },
    JSON.stringify({ ...head, database: null, releases: { store: 'folder' }, members: listed, ...change }),
  );
  tar.finalize();
  writeFileSync(file, gzipSync(await buffer(tar as AsyncIterable<Buffer>)));
  return file;
}

function changed(name: string, change: (bytes: Buffer) => Buffer): string {
  const file = at(name);
  writeFileSync(file, change(readFileSync(archive)));
  return file;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

describe('an archive that is not whole, not ours, or hostile', () => {
  const notOurs = 'is no backup of this site: name a file that "npm run backup" wrote.';
  it.each<[string, () => string | Promise<string>, string]>([
    ['that is not there', () => at('nothing'), 'correct its name.'],
    [
      'that is empty',
      () => changed('empty', () => Buffer.alloc(0)),
      'is damaged (it is cut off): nothing was changed; take another backup.',
    ],
    ['that is some text', () => changed('text', () => Buffer.from('once upon a time')), notOurs],
    ['of something else', () => changed('else', () => gzipSync('once upon a time')), notOurs],
    [
      'that is cut off in the middle',
      () => changed('half', (bytes) => bytes.subarray(0, bytes.length / 2)),
      'is damaged (it is cut off): nothing was changed; take another backup.',
    ],
    [
      'that misses its last byte',
      () => changed('short', (bytes) => bytes.subarray(0, -1)),
      'is damaged (it is cut off): nothing was changed; take another backup.',
    ],
    [
      'with one bit changed',
      () => changed('bit', (bytes) => flipped(bytes, Math.floor(bytes.length / 2))),
      'nothing was changed; take another backup.',
    ],
    [
      'with one bit of its content changed',
      () => changed('content', (bytes) => gzipSync(flipped(gunzipSync(bytes), 4_000_000), { level: 1 })),
      'is not what it was): nothing was changed; take another backup.',
    ],
    [
      'without its end',
      async () => {
        const whole = gunzipSync(readFileSync(await forge(at('whole'), [['keys/a', 'a']])));
        writeFileSync(
          at('endless'),
          gzipSync(Buffer.concat([whole.subarray(0, whole.indexOf('manifest.json')), Buffer.alloc(1024)])),
        );
        return at('endless');
      },
      'is damaged (its end is missing): nothing was changed; take another backup.',
    ],
    [
      'with a member more than its list',
      () =>
        forge(
          at('more'),
          [
            ['keys/a', 'a'],
            ['keys/b', 'b'],
          ],
          { members: [] },
        ),
      'it holds more than its list',
    ],
    [
      'with a member less than its list',
      () => forge(at('less'), [], { members: [{ name: 'keys/a', sha256: 'x', size: 1, mode: 1 }] }),
      'keys/a is not what it was',
    ],
    ['of another format', () => forge(at('format'), [], { format: 2 }), 'what it says of itself cannot be read'],
    [
      'of another PostgreSQL',
      () => forge(at('major'), [], { database: { major: '17', platform: 'linux-x64' } }),
      'holds a database of PostgreSQL 17, and this version runs 18: restore it with the version that made it.',
    ],
    [
      'of another kind of machine',
      () => forge(at('machine'), [], { database: { major: '18', platform: 'plan9-mips' } }),
      'was made on plan9-mips, and the files of its database do not serve on ',
    ],
    ...[
      '../outside',
      '/etc/outside',
      'releases/../../outside',
      'releases//x',
      'releases/./x',
      'elsewhere/x',
      'keys\\..\\x',
      '.profile',
    ].map((name): [string, () => Promise<string>, string] => [
      `that names ${name}`,
      () => forge(at('slip'), [[name, 'x']]),
      'was not made by "npm run backup": it holds ',
    ]),
    [
      'with a link',
      () => forge(at('link'), [['keys', '', 'symlink']]),
      'was not made by "npm run backup": it holds "keys", a symlink',
    ],
  ])('%s is refused before anything is touched', async (_name, make, words) => {
    const file = await make();
    const { code, said } = await restore(file, at('untouched'));
    expect(said).toContain(words);
    expect(said.split('\n')).toHaveLength(1);
    expect(code).toBe(1);
    expect(existsSync(at('untouched'))).toBe(false);
    expect(existsSync(at('outside'))).toBe(false);
  });
});

describe('a restore', () => {
  it('into a folder that is not empty is refused', async () => {
    mkdirSync(at('full'));
    writeFileSync(at('full/note'), 'kept');
    const { code, said } = await restore(archive, at('full'));
    expect({ code, said }).toEqual({
      code: 1,
      said: `${at('full')} is not empty (note): nothing was changed; restore into an empty folder, named by DATA_DIR.`,
    });
    expect(readdirSync(at('full'))).toEqual(['note']);
  });

  it('under a running site is refused', async () => {
    const lock = JSON.stringify(fileURLToPath(new URL('../../../kit/server/process-lock.ts', import.meta.url)));
    mkdirSync(at('held'));
    const script = `import { takeProcessLock } from ${lock}; await takeProcessLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000);`;
    const holder = spawn(
      process.execPath,
      ['--no-warnings', '--input-type=module', '-e', script, at('held/site.lock')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(holder.stdout, 'data');
    expect((await restore(archive, at('held'))).said).toBe(
      `A site (process ${holder.pid}) runs on ${at('held')}: stop it, and restore into an empty folder.`,
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  });

  it('that was killed leaves nothing that opens, and says so', async () => {
    for (let time = 0; time < 4; time++) {
      const folder = at(`killed-${time}`);
      const child = start(['restore', archive], { DATA_DIR: folder });
      while (!existsSync(join(folder, 'restoring'))) await sleep(1);
      await sleep(time * 60);
      child.kill('SIGKILL');
      await once(child, 'exit');
      if (!existsSync(join(folder, 'restoring'))) continue;
      const database = startEmbedded({ DATA_DIR: folder });
      expect(await database.ended).toBe(1);
      expect(database.said()).toBe(
        `A restore into ${folder} was cut off, and nothing in it may be used: remove the folder and restore again.`,
      );
      expect(existsSync(join(folder, 'postgres/cluster'))).toBe(false);
      expect((await restore(archive, folder)).said).toContain('is not empty (');
    }
  });
});
