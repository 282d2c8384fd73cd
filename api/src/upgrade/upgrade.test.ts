import { execFile } from 'node:child_process';
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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { endEmbedded, queryAt, startEmbedded } from '../../testing/embedded-process.ts';
import { passwordOf } from '../database/embedded/password.ts';
import { choosePlace } from '../database/embedded/place.ts';
import { startServer } from '../database/embedded/server.ts';
import { spawnSupervised } from '../database/embedded/spawn-supervised.ts';

const program = fileURLToPath(new URL('../backup/main.ts', import.meta.url));
const fixture = fileURLToPath(new URL('../../testing/data-of-0.1.0.sql', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'upgrade-'));
chmodSync(base, 0o755);
const site = join(base, 'site');
const folder = join(site, 'postgres');

/** An older PostgreSQL: one that TEST_OLDER_POSTGRES names, or as Debian's and Homebrew's packages have it. */
const older = [
  process.env.TEST_OLDER_POSTGRES ?? '',
  ...['17', '16', '15', '14'].flatMap((major) => [
    `/usr/lib/postgresql/${major}`,
    `/opt/homebrew/opt/postgresql@${major}`,
  ]),
].find((path) => existsSync(join(path, 'bin/initdb')));
if (!older) console.log('The upgrade is not tried: there is no PostgreSQL 14 to 17 on this machine.');

function upgrade(...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: site };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', program, 'upgrade-database', ...words],
      { env },
      (_error, out, error) => resolve(`${out}${error}`.trim()),
    );
  });
}

/** A database of version 0.1.0 in a cluster of the older PostgreSQL. */
async function makeOldSite(binaries: string, sql = ''): Promise<void> {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site);
  const place = { ...(await choosePlace(folder)), binaries };
  const password = passwordOf(folder, { isNew: true });
  const file = join(base, 'password');
  writeFileSync(file, password);
  chmodSync(folder, 0o777);
  chmodSync(file, 0o644);
  const words = [
    '-D',
    join(folder, 'cluster'),
    '-U',
    'app',
    `--pwfile=${file}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
  ];
  await once(spawnSupervised(place, 'initdb', words), 'close');
  chmodSync(folder, 0o711);
  const server = await startServer(place, 0);
  const url = `postgres://app:${password}@127.0.0.1:${server.port}`;
  await queryAt(`${url}/postgres`, 'create database beaconfield');
  const client = new pg.Client({ connectionString: `${url}/beaconfield` });
  await client.connect();
  await client.query(readFileSync(fixture, 'utf8') + sql);
  await client.end();
  await server.stop();
}

const ask = async (sql: string): Promise<Record<string, unknown>[]> => {
  const database = startEmbedded({ DATA_DIR: site });
  const { url } = await database.ready;
  const rows = await queryAt(url, sql);
  await endEmbedded(database);
  return rows;
};
const whyNotStarted = async () => {
  const database = startEmbedded({ DATA_DIR: site });
  await database.ended;
  return database.said();
};
const companies = "select payload->>'company' as company from submissions where kind = 'lead' order by 1";
const both = [{ company: 'Kept & Söhne' }, { company: 'Waits for the mail server' }];

afterAll(() => rmSync(base, { recursive: true, force: true }));

(older ? describe : describe.skip)('a database of an older PostgreSQL', () => {
  let major = '';
  beforeAll(async () => {
    await makeOldSite(older ?? '');
    major = readFileSync(join(folder, 'cluster/PG_VERSION'), 'utf8').trim();
  });

  it('is named by a start, with what to do', async () => {
    expect(await whyNotStarted()).toMatch(
      new RegExp(`was made by PostgreSQL ${major} and this is 18: "npm run upgrade-database" brings it over`),
    );
  });

  it('is brought over whole, and the old one is kept', async () => {
    expect(await upgrade('--binaries', older ?? '')).toMatch(
      /^The database runs with PostgreSQL 18 now: 12 rows\. That of \d+ is kept in /,
    );
    expect(readdirSync(folder).filter((name) => /cluster|upgrade/.test(name))).toEqual(['cluster', `cluster-${major}`]);
    expect(await ask(companies)).toEqual(both);
    expect(await ask('select name from migrations order by name')).toHaveLength(4);
    expect(
      await ask(
        "insert into deliveries (submission_id, channel) select id, 'x' from submissions limit 1 returning id::int",
      ),
    ).toEqual([{ id: 4 }]);
    expect(await ask("select count(*)::int as left from pg_extension where extname = 'postgres_fdw'")).toEqual([
      { left: 0 },
    ]);
  });

  it('comes back as it was, and the new one is kept aside', async () => {
    expect(await upgrade('--undo')).toMatch(
      /is back, for the version of this project that runs it\. What was written since is in /,
    );
    expect(readFileSync(join(folder, 'cluster/PG_VERSION'), 'utf8').trim()).toBe(major);
    expect(await upgrade('--undo')).toMatch(/^There is no upgrade in .* that could be undone\.$/);
    await upgrade('--binaries', older ?? '');
    expect(await ask(companies)).toEqual(both);
  });

  it('is removed only when that is asked for', async () => {
    expect(await upgrade('--discard')).toMatch(/^Removed cluster-\d+, undone-\d+\.$/);
    expect(readdirSync(folder).filter((name) => /cluster|undone/.test(name))).toEqual(['cluster']);
    expect(await upgrade('--discard')).toMatch(/^There is no old database in .*: nothing was removed\.$/);
    expect(await ask(companies)).toEqual(both);
  });

  it('is not brought over when something would be left behind', async () => {
    await makeOldSite(older ?? '', 'create table theirs (value int)');
    expect(await upgrade('--binaries', older ?? '')).toMatch(
      /^The old database holds tables that are not this site's \(theirs\), .* nothing was changed\.$/,
    );
    expect(readFileSync(join(folder, 'cluster/PG_VERSION'), 'utf8').trim()).toBe(major);
    expect(existsSync(join(folder, `cluster-${major}`))).toBe(false);
  });

  it('is never taken for none when the upgrade was cut off between its last steps', async () => {
    renameSync(join(folder, 'cluster'), join(folder, `cluster-${major}`));
    expect(await whyNotStarted()).toMatch(
      /was cut off \(cluster-\d+ is there, and no cluster\): run "npm run upgrade-database -- --undo"/,
    );
    await upgrade('--undo');
    expect(readFileSync(join(folder, 'cluster/PG_VERSION'), 'utf8').trim()).toBe(major);
  });
});

describe('npm run upgrade-database', () => {
  it('says what it needs', async () => {
    mkdirSync(site, { recursive: true });
    expect(await upgrade()).toMatch(/^Name the folder of the old version's bin, lib and share by --binaries/);
    expect(await upgrade('--binaries', '/nowhere')).toMatch(/^\/nowhere holds no PostgreSQL/);
  });
});
