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
import { takeProcessLock } from 'kit/server/process-lock';
import { pack } from 'tar-stream';
import { endEmbedded, queryAt, startEmbedded } from '../../testing/embedded-process.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { StartError } from '../process.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const base = mkdtempSync(join(tmpdir(), 'backup-'));
chmodSync(base, 0o755);
const program = fileURLToPath(new URL('./main.ts', import.meta.url));
const siteConfig = fileURLToPath(new URL('../../../shell/site.json', import.meta.url));
const at = (...names: string[]) => join(base, ...names);

interface Ran {
  code: number | null;
  said: string;
}

/** @param inside a command that runs the program */
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
const restore = (file: string, dataDir: string, environment: NodeJS.ProcessEnv = {}) =>
  run(['restore', file], { DATA_DIR: dataDir, ...environment });

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
  // Leftovers of a killed writer, and files of this machine alone.
  writeFileSync(join(dataDir, 'releases/mf-x/.writing-1'), 'half');
  writeFileSync(join(dataDir, 'mail/2.eml.part'), 'half');
  mkdirSync(join(dataDir, 'logs'));
}

/** Everything in a folder except the database, with file modes. */
function contentsOf(dataDir: string): Record<string, [content: string, mode: number]> {
  const found = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const named = found.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('/postgres/'));
  return Object.fromEntries(
    named.map((path) => [path.slice(dataDir.length + 1), [readFileSync(path, 'utf8'), statSync(path).mode & 0o777]]),
  );
}

const rows = 1000;

/** Inserts rows into every table, some with characters that COPY's text format escapes. */
const fillTables = String.raw`
  insert into agents (agent_name, agent_code, business_name, tagline, eleven_labs_agent_id)
    values ('ada', 'ADA', E'Tab\t\\ and\nline', '', '1');
  insert into rate_limits (client, spent, ends_at) values ('192.0.2.1', 1, now());
  insert into partners (name, created_by) values ('acme', 'test');
  insert into partner_keys (id, partner, hash, is_test, created_by) values ('1', 'acme', '\x00ff5c', false, 'test');
  insert into webhook_endpoints (name, url, kinds, secret, created_by) values ('crm', 'https://x', '{lead,"a,b"}', 's', 'test');
  insert into submissions (kind, reference, payload, request_hash, partner, ip)
    select 'lead', 'L-' || number, json_build_object('name', 'Ada ' || number, 'email', E'ü\t\\.\n'), 'x', 'acme', '192.0.2.1'
    from generate_series(1, ${rows}) as number;
  insert into deliveries (submission_id, channel) select id, 'mail' from submissions;
  insert into delivery_tries (delivery_id, ms, outcome) select id, 1, 'failed' from deliveries limit 5;
  insert into delivery_channels (name, releasing) values ('webhook:crm', true);
  insert into reply_addresses (address, network, delivery_id) select '\x01', '\x02', min(id) from deliveries;
  insert into operator_alerts (name, text) values ('mail', 'x');
  insert into quarantine_reports (day) values ('2026-11-24');
  insert into office_entries (submission_id, by, note) select id, 'anna', '\N' from submissions limit 1;
  insert into office_audit (by, role, act, details) values ('anna', 'office', 'list', '{"a":[1.50]}');
  delete from deliveries where id > ${rows} - 10`;

/** A digest of each table of a database, and the last value of each sequence. */
async function rowsAt(url: string): Promise<Record<string, unknown>> {
  const tables = await queryAt(
    url,
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
  );
  const digests = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || md5(string_agg(each::text, '' order by each::text)) as rows from ${name} each`,
  );
  const sequences = 'select sequencename::text, last_value::text from pg_sequences';
  const found = await queryAt(url, [...digests, sequences].join(' union all '));
  return Object.fromEntries(found.map(({ name, rows }) => [String(name), rows]));
}

async function fillDatabase(url: string): Promise<void> {
  const client = await connectOnce(url);
  await migrate(client);
  await client.query(fillTables);
  await client.end();
}

/** Creates a database on another server, owned by a user who is not a superuser. */
async function makeManaged(name: string): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  await queryAt(server, `create role ${name} login password 'for-tests'`);
  await queryAt(server, `create database ${name} owner ${name}`);
  return Object.assign(new URL(server), { username: name, password: 'for-tests', pathname: name }).toString();
}

const archive = at('backup.tar.gz');
const site = { dataDir: at('site'), siteConfigFile: siteConfig, bucket: undefined, databaseUrl: null };
let before: Record<string, unknown>;
/** Another database, with as much in it. */
let filled: TestDatabase;

beforeAll(async () => {
  filled = await createTestDatabase();
  await filled.client.query(fillTables);
  const database = startEmbedded({ DATA_DIR: site.dataDir });
  const { url } = await database.ready;
  await fillDatabase(url);
  before = await rowsAt(url);
  fill(site.dataDir);
  const { code, said } = await backup(archive, site.dataDir);
  if (code !== 0) throw new Error(said);
  await endEmbedded(database);
});
afterAll(async () => {
  await filled.drop();
  rmSync(base, { recursive: true, force: true });
});

describe('a backup', () => {
  it('of a running site is there whole under its name, for this user alone', () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    expect(readdirSync(base).filter((name) => name.startsWith('backup.'))).toEqual(['backup.tar.gz']);
  });

  it('comes back with a database elsewhere, and from there with an embedded one, with keys, releases, mail and site configuration', async () => {
    const managed = await makeManaged('backup_of_site');
    const elsewhere = await restore(archive, at('elsewhere'), { DATABASE_URL: managed });
    expect(elsewhere.said).toMatch(
      /elsewhere is restored to the state of .*: database, releases, keys, mail, site configuration\./,
    );
    expect(elsewhere.code).toBe(0);
    expect(contentsOf(at('elsewhere'))).toEqual({ ...files, 'site.json': [readFileSync(siteConfig, 'utf8'), 0o600] });
    expect(existsSync(at('elsewhere/postgres'))).toBe(false);
    expect(await rowsAt(managed)).toEqual(before);

    const back = await backup(at('back.tar.gz'), at('elsewhere'), { DATABASE_URL: managed });
    expect(back.said).toContain(': database,');
    expect((await restore(at('back.tar.gz'), at('other'))).code).toBe(0);
    expect(contentsOf(at('other'))).toEqual(contentsOf(at('elsewhere')));
    const cold = await backup(at('cold.tar.gz'), at('other'));
    expect(cold.said).toMatch(/holds \d+ files and folders, .* MB: database/);
    expect(cold.code).toBe(0);
    expect(existsSync(at('other/postgres/cluster/postmaster.pid'))).toBe(false);

    const database = startEmbedded({ DATA_DIR: at('other') });
    const { url } = await database.ready;
    expect(await rowsAt(url)).toEqual(before);
    const [next] = await queryAt(
      url,
      "insert into deliveries (submission_id, channel) select id, 'x' from submissions limit 1 returning id::int",
    );
    expect(next).toEqual({ id: rows + 1 });
  }, 180_000);

  it('never takes the place of a file, leaves nothing where it cannot be written, and says why', async () => {
    const whole = readFileSync(archive);
    expect(await backup(archive, site.dataDir)).toEqual({
      code: 1,
      said: `${archive} exists and was not overwritten: name another file, with today's date for example.`,
    });
    expect(readFileSync(archive).equals(whole)).toBe(true);
    expect(await backup(at('nowhere/backup'), site.dataDir)).toEqual({
      code: 1,
      said: `There is no folder ${at('nowhere')} for backup: make it, or correct the name.`,
    });
  });

  it('comes back in no database that has something, and is taken of none of another version', async () => {
    const { client, url, drop } = await createTestDatabase();
    await expect(restoreBackup(archive, { dataDir: at('again'), databaseUrl: url })).rejects.toThrow(
      /^The database is not empty \(it has .*\), and nothing was changed: restore into a new one\.$/,
    );
    expect(readdirSync(at('again'))).toEqual([]);
    expect((await client.query('select from submissions')).rows).toEqual([]);
    await client.query("insert into migrations (name) values ('999-of-tomorrow')");
    await expect(takeBackup(at('tomorrow.tar.gz'), { ...site, databaseUrl: url })).rejects.toThrow(
      'The database is that of another version of this program (migration 999-of-tomorrow): back it up with the version that runs it.',
    );
    expect(readdirSync(base).filter((name) => name.startsWith('tomorrow'))).toEqual([]);
    await drop();
  });

  it('is of one moment, while others write', async () => {
    let isOver = false;
    const begun = Promise.withResolvers<void>();
    const writing = (async () => {
      const client = await connectOnce(filled.url);
      for (let number = 0; !isOver; number++) {
        await client.query(`
          with kept as (
            insert into submissions (kind, reference, payload, request_hash) values ('lead', 'W-${number}', '{}', 'x') returning id
          )
          insert into deliveries (submission_id, channel) select id, 'written' from kept`);
        begun.resolve();
      }
      await client.end();
    })();
    await begun.promise;
    await takeBackup(at('written.tar.gz'), { ...site, databaseUrl: filled.url });
    isOver = true;
    await writing;
    const { client, url, drop } = await createTestDatabase({ migrated: false });
    await restoreBackup(at('written.tar.gz'), { dataDir: at('written'), databaseUrl: url });
    const { rows: counts } = await client.query(
      `select (select count(*) from submissions where reference like 'W-%')::int as forms,
         (select count(*) from deliveries where channel = 'written')::int as deliveries`,
    );
    await drop();
    expect(counts[0].forms).toBeGreaterThan(0);
    expect(counts[0].deliveries).toBe(counts[0].forms);
  });

  it('saves everything but the database on request, and names the bucket in which releases are, but copies none of them', async () => {
    const environment = { RELEASE_STORE: 's3://bucket/site' };
    const { said } = await backup(at('part.tar.gz'), site.dataDir, environment, '--without-database');
    expect(said).toContain('no database, no releases, which stay in s3://bucket/site');
    expect((await restore(at('part.tar.gz'), at('part'))).said).toContain(
      'THE BACKUP CONTAINS NO DATABASE: set DATABASE_URL',
    );
    const copied = Object.keys(files).filter((name) => !name.startsWith('releases/'));
    expect(Object.keys(contentsOf(at('part'))).sort()).toEqual([...copied, 'site.json'].sort());
  });
});

// A separate disk for the command; its final content is printed after the command's output.
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
    const disk = at('small');
    const file = join(disk, 'backup.tar.gz');
    const environment = { DATA_DIR: site.dataDir, DATABASE_URL: filled.url };
    expect(await run(['backup', file], environment, onDisk('100k', disk))).toEqual({
      code: 1,
      said: `${file} was not written, and nothing is left of it: the disk is full (ENOSPC). Free some space, or name a file on another disk.`,
    });
  });

  whereMountable('a restore leaves what nothing starts on, and says so', async () => {
    await takeBackup(at('files.tar.gz'), site);
    const disk = at('smaller');
    const { code, said } = await run(['restore', at('files.tar.gz')], { DATA_DIR: disk }, onDisk('100k', disk));
    expect(said.split('\n').filter((line) => !line.startsWith('site.lock'))).toEqual([
      'restoring',
      `${disk} was not restored, and nothing starts on it: the disk is full (ENOSPC). Remove what is in it, and restore where there is room.`,
    ]);
    expect(code).toBe(1);
  });
});

/** Builds an archive with these members after the first, each as [name, content, type]. */
async function forge(
  file: string,
  members: [name: string, content: string, type?: 'symlink'][],
  change: object = {},
): Promise<string> {
  const tar = pack();
  const head = { format: 2, version: '1.0.0', madeAt: '2026-11-22T00:00:00Z' };
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
      () =>
        changed('content', (bytes) => {
          const content = gunzipSync(bytes);
          return gzipSync(flipped(content, content.indexOf('Ada 100')), { level: 1 });
        }),
      'has changed): nothing was changed; take another backup.',
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
      'it has members that its manifest does not list',
    ],
    [
      'with a member less than its list',
      () => forge(at('less'), [], { members: [{ name: 'keys/a', sha256: 'x', size: 1, mode: 1 }] }),
      'keys/a has changed',
    ],
    ['of another format', () => forge(at('format'), [], { format: 1 }), 'its description cannot be read'],
    [
      'of a newer version',
      () =>
        forge(at('newer'), [], {
          database: { migrations: ['001-baseline', '999-of-tomorrow'], tables: {}, sequences: {} },
        }),
      'was made by a newer version of this program (migration 999-of-tomorrow), and nothing was changed: restore it with that version.',
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
    const restoring = restoreBackup(file, { dataDir: at('untouched'), databaseUrl: undefined });
    const refusal = await restoring.then(
      () => undefined,
      (error: unknown) => error,
    );
    // The program prints its sentence alone.
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toContain(words);
    expect(String(refusal).split('\n')).toHaveLength(1);
    expect(existsSync(at('untouched'))).toBe(false);
    expect(existsSync(at('outside'))).toBe(false);
  });
});

describe('a restore', () => {
  it('into a folder that is not empty, or under a running site, is refused', async () => {
    mkdirSync(at('full'));
    writeFileSync(at('full/note'), 'kept');
    await expect(restoreBackup(archive, { dataDir: at('full'), databaseUrl: undefined })).rejects.toThrow(
      `${at('full')} is not empty (note): nothing was changed; restore into an empty folder, named by DATA_DIR.`,
    );
    expect(readdirSync(at('full'))).toEqual(['note']);

    mkdirSync(at('held'));
    const release = await takeProcessLock(at('held/site.lock'));
    await expect(restoreBackup(archive, { dataDir: at('held'), databaseUrl: undefined })).rejects.toThrow(
      `A site (process ${process.pid}) runs on ${at('held')}: stop it, and restore into an empty folder.`,
    );
    release();
  });

  it.each([0, 120])('that was killed after %i ms leaves nothing that opens, and says so', async (ms) => {
    const folder = at(`killed-${ms}`);
    const child = start(['restore', archive], { DATA_DIR: folder });
    while (!existsSync(join(folder, 'restoring'))) await sleep(1);
    await sleep(ms);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const database = startEmbedded({ DATA_DIR: folder });
    expect(await database.ended).toBe(1);
    expect(database.said()).toBe(
      `A restore into ${folder} was cut off, and nothing in it may be used: remove the folder and restore again.`,
    );
    await expect(restoreBackup(archive, { dataDir: folder, databaseUrl: undefined })).rejects.toThrow('is not empty (');
  });
});
