import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isDatabaseAddress } from 'kit/server/database-address';
import { TestPostgres } from '../../testing/test-postgres.ts';
import { readAddress } from './address.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';

const base = mkdtempSync(join(tmpdir(), 'several-hosts-'));
chmodSync(base, 0o755);
let round = 0;
let first: TestPostgres;
let second: TestPostgres;
const opened: Database[] = [];

const where = { name: 'where', text: 'select inet_server_port() as port, pg_backend_pid() as pid' };
const insert = { name: 'keep', text: 'insert into kept values ($1) returning inet_server_port() as port' };

/** Each test has new servers: a primary, and a standby that it waits for. */
async function startServers(): Promise<void> {
  round += 1;
  const folder = join(base, String(round));
  mkdirSync(folder);
  first = await TestPostgres.create(folder, 'first');
  await first.ask('create table kept (value int)');
  second = await first.standby(folder, 'second');
  await first.waitFor(second);
}

async function endServers(): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.sequelize.close()));
  for (const server of [first, second]) if (server.isRunning) await server.kill();
}

const addressOf = (...servers: TestPostgres[]) =>
  `postgres://app:for-tests@${servers.map(({ at }) => at).join(',')}/site?target_session_attrs=read-write`;

function open(address: string): Database {
  const database = new Database(address);
  opened.push(database);
  return database;
}

/** The port that answered each of many at once. */
async function portsOf(database: Database): Promise<Set<number>> {
  const rows = await Promise.all(Array.from({ length: 12 }, () => database.run<{ port: number }>(where, [])));
  return new Set(rows.map(([row]) => row?.port ?? 0));
}

/** As who sends a form does: again until it is kept. */
async function untilInserted(database: Database, value: number): Promise<number> {
  for (;;) {
    try {
      const [row] = await database.run<{ port: number }>(insert, [value]);
      return row?.port ?? 0;
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseUnavailableError);
      await sleep(50);
    }
  }
}

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('several servers in DATABASE_URL', () => {
  beforeAll(startServers);
  afterAll(endServers);

  it('are asked for the one that takes writes, wherever it stands, to start and to serve', async () => {
    for (const address of [
      addressOf(first, second),
      addressOf(second, first),
      addressOf(second, first).split('?')[0],
    ]) {
      const client = await connectOnce(address ?? '');
      const { rows } = await client.query(where.text);
      await client.end();
      expect(rows[0].port).toBe(first.port);
      expect(await portsOf(open(address ?? ''))).toEqual(new Set([first.port]));
    }
  });

  it('are each named with what is wrong with them when none takes writes', async () => {
    const address = `postgres://app:for-tests@127.0.0.1:1,${second.at}/site`;
    await expect(connectOnce(address)).rejects.toThrow(
      `DATABASE_URL: none of its 2 servers takes writes: the database at 127.0.0.1:1 cannot be reached, nothing listens there: start it, or correct host and port; the database at ${second.at} is a standby and takes no writes.`,
    );
  });

  it('are followed to the standby that took the place of a primary that was killed', async () => {
    const database = open(addressOf(first, second));
    await portsOf(database);
    await first.kill();
    await expect(database.run(insert, [1])).rejects.toThrow(DatabaseUnavailableError);
    await second.promote();
    expect(await untilInserted(database, 2)).toBe(second.port);
    expect(await second.ask('select value from kept')).toEqual([{ value: 2 }]);
  });
});

describe('a primary that is cut off while another one takes its place', () => {
  beforeAll(startServers);
  afterAll(endServers);

  it('keeps nothing when it comes again, and is not gone back to', async () => {
    const database = open(addressOf(first, second));
    await portsOf(database);
    first.freeze();
    const lost = database.run(insert, [1]);
    await expect(lost).rejects.toThrow(DatabaseUnavailableError);
    await second.promote();
    expect(await untilInserted(database, 2)).toBe(second.port);

    first.thaw();
    expect(await first.ask('show transaction_read_only')).toEqual([{ transaction_read_only: 'off' }]);
    expect(await portsOf(database)).toEqual(new Set([second.port]));
    // Who starts now knows of neither, and one of the two answers sooner.
    for (let time = 0; time < 8; time++) {
      const client = await connectOnce(addressOf(first, second));
      expect((await client.query(where.text)).rows[0].port).toBe(second.port);
      await client.end();
    }

    // Also when it is the only one that answers.
    await second.kill();
    const why: string[] = [];
    // On a busy machine the old primary may take longer than a call waits for it.
    for (let time = 0; time < 3 || (time < 20 && !why.at(-1)?.includes('was the primary before')); time++) {
      const refusal: unknown = await database.run(insert, [3]).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(DatabaseUnavailableError);
      why.push(refusal instanceof Error && refusal.cause instanceof Error ? refusal.cause.message : '');
    }
    expect(why.at(-1)).toContain('was the primary before another one took its place');
  });
});

describe('a primary that was cut off and comes again before anybody missed it', () => {
  beforeAll(startServers);
  afterAll(endServers);

  it('is left when what is written to it hangs, though it answers', async () => {
    const database = open(addressOf(first, second));
    await portsOf(database);
    first.freeze();
    await second.promote();
    first.thaw();
    expect(await untilInserted(database, 1)).toBe(second.port);
    expect(await portsOf(database)).toEqual(new Set([second.port]));
  });
});

describe('a server that becomes read-only', () => {
  beforeAll(startServers);
  afterAll(endServers);

  it.each(['one', 'several'])(
    'loses its connections where %s is named, and is taken back by itself',
    async (number) => {
      const database = open(number === 'one' ? first.url : addressOf(second, first));
      const pids = async () =>
        new Set(
          (await Promise.all(Array.from({ length: 5 }, () => database.run<{ pid: number }>(where, [])))).map(
            ([row]) => row?.pid,
          ),
        );
      const before = await pids();
      await first.ask('alter system set default_transaction_read_only = on');
      await first.ask('select pg_reload_conf()');
      await sleep(300);
      await expect(database.run(insert, [1])).rejects.toThrow(DatabaseUnavailableError);
      const client = await connectOnce(first.url);
      await client.query('set default_transaction_read_only = off');
      await client.query('alter system reset default_transaction_read_only');
      await client.query('select pg_reload_conf()');
      await client.end();
      await untilInserted(database, 2);
      const after = await pids();
      expect([...after].filter((pid) => before.has(pid))).toEqual([]);
    },
  );
});

describe('DATABASE_URL', () => {
  it.each([
    ['postgres://u:p@a,b/db', ['a:5432', 'b:5432']],
    ['postgres://u:p@a:1,b:2/db?target_session_attrs=read-write', ['a:1', 'b:2']],
    ['postgresql://u:p%40@a:1,[::1]:2/db', ['a:1', '::1:2']],
    ['postgres://u@/db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['postgres://u@/db?host=a,/run/x&port=7', ['a:7', '/run/x:7']],
    ['postgres://u@a/db', ['a:5432']],
  ])('%s names its servers', (address, servers) => {
    expect(isDatabaseAddress(address)).toBe(true);
    expect(readAddress(address).hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(servers);
    expect(readAddress(address)).toMatchObject({ user: 'u', database: 'db' });
  });

  it.each(['postgres://u@a:1,b:x/db', 'postgres://u@a b,c/db', 'mysql://a,b/db', 'a,b'])(
    '%s is no address',
    (address) => {
      expect(isDatabaseAddress(address)).toBe(false);
    },
  );

  it.each([
    [
      'postgres://u@a,b/db?target_session_attrs=standby',
      /with target_session_attrs=standby nothing could be kept: write/,
    ],
    ['postgres://u@/db?host=a,b,c&port=1,2', /names 3 hosts and 2 ports: write one for each, or one/],
  ])('%s is refused in one sentence', (address, words) => {
    expect(() => readAddress(address)).toThrow(words);
  });
});
