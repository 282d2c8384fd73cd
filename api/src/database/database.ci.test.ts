import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Relay, relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { checkDurability, checkEncoding, connectOnce, DatabaseUnavailableError } from './connection.ts';
import { Database } from './database.ts';

/** A statement is asked for, prepared or not. */
const ways = [
  (database: Database, text: string, values: unknown[]) => database.run(text, values),
  (database: Database, text: string, values: unknown[]) => database.runPrepared(text, values),
];

describe('a database that is not as it must be', () => {
  const url = () => process.env.TEST_DATABASE_URL ?? '';
  const changed = (change: (url: URL) => void) => {
    const copy = new URL(url());
    change(copy);
    return copy.toString();
  };

  it.each<[string, (url: URL) => void, RegExp]>([
    ['a wrong password', (it) => Object.assign(it, { password: 'wrong' }), /refuses the user "app" with this password/],
    ['a database that is not there', (it) => Object.assign(it, { pathname: '/nothing' }), /has no database "nothing"/],
    [
      'a port where nothing listens',
      (it) => Object.assign(it, { port: '1' }),
      /cannot be reached, nothing listens there/,
    ],
    [
      'a host that is not known',
      (it) => Object.assign(it, { hostname: 'nowhere.invalid' }),
      /the host "nowhere.invalid" is not known/,
    ],
  ])('%s is said in one sentence', async (_name, change, words) => {
    await expect(connectOnce(changed(change))).rejects.toThrow(words);
  });

  it('is refused when it would forget acknowledged transactions', async () => {
    const client = await connectOnce(url());
    await checkDurability(client);
    await client.query('set synchronous_commit = off');
    await expect(checkDurability(client)).rejects.toThrow(/synchronous_commit off/);
    await client.end();
  });

  it('is refused with another encoding than UTF8, which keeps no form', async () => {
    const admin = await connectOnce(url());
    await checkEncoding(admin);
    await admin.query(
      `create database of_ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    );
    const client = await connectOnce(changed((it) => Object.assign(it, { pathname: '/of_ascii' })));
    await expect(checkEncoding(client)).rejects.toThrow(
      /has the encoding SQL_ASCII.* encoding 'UTF8' template template0/,
    );
    await client.end();
    await admin.query('drop database of_ascii');
    await admin.end();
  });
});

describe('the pool', () => {
  it('says that the database is unavailable and takes it back by itself', async () => {
    const test = await createTestDatabase();
    const database = new Database(test.url);
    await database.ping();
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await admin.connect();
    const name = new URL(test.url).pathname.slice(1);
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> ''",
      [name],
    );
    await expect(database.ping()).rejects.toThrow(DatabaseUnavailableError);
    await admin.query(`alter database ${name} allow_connections true`);
    await database.ping().catch(() => database.ping());
    await admin.end();
    await database.sequelize.close();
    await test.drop();
  });

  it('outlives a server that ends a connection in the packet that opens it', async () => {
    const part = (type: string, body: Buffer) => {
      const head = Buffer.alloc(5, type);
      head.writeInt32BE(body.length + 4, 1);
      return Buffer.concat([head, body]);
    };
    const packet = Buffer.concat([
      part('R', Buffer.alloc(4)),
      part('S', Buffer.from('server_version\0' + '18.0\0')),
      part('Z', Buffer.from('I')),
      part('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')),
    ]);
    const server = createServer((socket) => socket.once('data', () => socket.end(packet))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const database = new Database(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/x`);
    for (let tries = 0; tries < 2; tries++) {
      await expect(database.run('select 1')).rejects.toThrow(DatabaseUnavailableError);
    }
    await database.sequelize.close();
    server.close();
  });

  it('gives up all connections to a server that takes no writes any more, and takes it back by itself', async () => {
    const test = await createTestDatabase();
    const database = new Database(test.url);
    const onEach = async (text: string) => {
      const rows = await Promise.all(Array.from({ length: 5 }, () => database.run<{ pid: number }>(text)));
      return rows.map(([row]) => row?.pid);
    };
    const insert = 'create table kept (value int)';
    const before = await onEach('select pg_backend_pid() as pid, pg_sleep(0.2)');
    await onEach('set default_transaction_read_only = on');
    await expect(database.run(insert)).rejects.toThrow(DatabaseUnavailableError);
    await database.run(insert).catch(() => database.run(insert));
    const after = await onEach('select pg_backend_pid() as pid, pg_sleep(0.2)');
    expect(new Set(before).size).toBe(5);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    await database.sequelize.close();
    await test.drop();
  });

  it('gives up on a statement that takes too long, and on waiting for a connection', async () => {
    const test = await createTestDatabase();
    const started = Date.now();
    const giveUp = async (ask: (typeof ways)[number]) => {
      const database = new Database(test.url);
      const sleeps = Array.from({ length: 25 }, () => ask(database, 'select pg_sleep($1)', [30]));
      const results = await Promise.allSettled(sleeps);
      expect(results.map(({ status }) => status)).toEqual(Array(25).fill('rejected'));
      // Before the statements' own timeout; drill:durability measures the exact time.
      expect(Date.now() - started).toBeLessThan(20_000);
      await database.ping();
      await database.sequelize.close();
    };
    await Promise.all(ways.map(giveUp));
    await test.drop();
  });
});

describe('a statement that takes too long', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.client.query('create table kept (value int)');
  });
  afterAll(() => test.drop());

  const insert = 'insert into kept values ($1) returning value';
  const kept = async () => (await test.client.query('select value from kept')).rows;

  it('is cancelled, and changes nothing later', async () => {
    const database = new Database(test.url);
    await test.client.query('begin; lock table kept in access exclusive mode');
    const asked = await Promise.allSettled(ways.map((ask) => ask(database, insert, [1])));
    for (const { reason } of asked as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(DatabaseUnavailableError);
      expect(reason).toMatchObject({ mayHaveRun: false });
    }
    await test.client.query('commit');
    // Statements that wait for the table get it before this one.
    await test.client.query('begin; lock table kept in access exclusive mode; commit');
    expect(await kept()).toEqual([]);
    await database.sequelize.close();
  });

  it('may have run, if the connection is lost before its answer', async () => {
    const relay: Relay = await relayTo(test.url, { onSent: (bytes) => !bytes.includes('insert into kept') });
    const database = new Database(relay.url);
    await database.ping();
    await expect(database.run(insert, [2])).rejects.toMatchObject({ mayHaveRun: true });
    relay.close();
    await expect(database.run(insert, [3])).rejects.toMatchObject({ mayHaveRun: false });
    await database.sequelize.close();
  });
});

describe('a database on a Unix socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'socket-'));
  let test: TestDatabase;
  let relay: Relay;

  beforeAll(async () => {
    test = await createTestDatabase();
    relay = await relayTo(test.url, { path: join(folder, '.s.PGSQL.5439') });
  });
  afterAll(async () => {
    relay.close();
    await test.drop();
    rmSync(folder, { recursive: true });
  });

  const addresses: [string, (user: string, database: string) => string][] = [
    ['in the query', (user, database) => `postgresql://${user}@/${database}?host=${folder}&port=5439`],
    [
      'in the query, percent-encoded',
      (user, database) => `postgres://${user}@/${database}?port=5439&host=${encodeURIComponent(folder)}`,
    ],
    ['in place of the host', (user, database) => `postgres://${user}@${encodeURIComponent(folder)}:5439/${database}`],
  ];

  it.each(addresses)('is reached by its folder %s, to start and to serve', async (_name, addressOf) => {
    const { username, password, pathname } = new URL(test.url);
    const address = addressOf(`${username}:${password}`, pathname.slice(1));
    await (await connectOnce(address)).end();
    const database = new Database(address);
    await database.ping();
    await database.sequelize.close();
  });

  it('that is not there is named', async () => {
    await expect(connectOnce(`postgresql:///site?host=${folder}&port=1`)).rejects.toThrow(
      `DATABASE_URL: the database at ${folder}/.s.PGSQL.1 cannot be reached, nothing listens there: start it, or correct host and port.`,
    );
  });
});
