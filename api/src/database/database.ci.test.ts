import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSettings } from '../../testing/build-settings.ts';
import { findOrInstallPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts';
import { type Relay, relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { TestPostgres } from '../../testing/test-postgres.ts';
import { buildApp } from '../app.ts';
import { listen } from '../listen.ts';
import { checkDurability, checkEncoding, connectOnce, DatabaseUnavailableError } from './connection.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';

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

const certificates = mkdtempSync(join(tmpdir(), 'tls-'));
chmodSync(certificates, 0o755);
const file = (name: string) => join(certificates, name);
const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: certificates, stdio: 'ignore' });

/** Makes a certificate authority in `<name>.pem` and `<name>.key`. */
function makeAuthority(name: string): void {
  openssl(
    `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key -out ${name}.pem -subj /CN=${name}`,
  );
}

/** Makes an authority's certificate for a name that expires in a number of days. */
function certify(
  name: string,
  { authority = 'authority', subject = 'localhost', names = 'DNS:localhost', days = 2 } = {},
): void {
  writeFileSync(file('extensions'), `subjectAltName=${names}\n`);
  openssl(
    `req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key -out request -subj /CN=${subject}`,
  );
  const by = `-CA ${authority}.pem -CAkey ${authority}.key -CAcreateserial -extfile extensions`;
  openssl(`x509 -req -in request ${by} -days ${days} -out ${name}.pem`);
}

describe('sslmode=verify-full', () => {
  let server: TestPostgres;
  beforeAll(async () => {
    for (const name of ['authority', 'another']) makeAuthority(name);
    certify('server');
    certify('client', { subject: 'app' });
    server = await TestPostgres.create(certificates, 'server');
    for (const name of ['server.key', 'server.pem', 'authority.pem'])
      server.own(name, readFileSync(file(name), 'utf8'));
    server.own('pg_hba.conf', 'hostssl all app all scram-sha-256\nhostssl all certain all cert\n');
    await server.ask('create role certain login');
    for (const [name, value] of Object.entries({
      ssl: 'on',
      ssl_cert_file: 'server.pem',
      ssl_key_file: 'server.key',
      ssl_ca_file: 'authority.pem',
    })) {
      await server.ask(`alter system set ${name} = '${value}'`);
    }
    await server.stop();
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(certificates, { recursive: true });
  });

  const addressOf = (query: string, { host = 'localhost', user = 'app:for-tests' } = {}) =>
    `postgres://${user}@${host}:${server.port}/site?${query}`;
  const trusted = () => `sslmode=verify-full&sslrootcert=${file('authority.pem')}`;

  it('is kept by migrations and pool', async () => {
    const asked = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
    const client = await connectOnce(addressOf(trusted()));
    expect((await client.query(asked)).rows).toEqual([{ ssl: true }]);
    await client.end();
    const database = new Database(addressOf(trusted()));
    expect(await database.run(asked)).toEqual([{ ssl: true }]);
    await database.sequelize.close();
  });

  it('shows our own certificate where sslcert and sslkey name it, from the pool, too', async () => {
    const address = addressOf(`${trusted()}&sslcert=${file('client.pem')}&sslkey=${file('client.key')}`, {
      user: 'certain',
    });
    // The certificate belongs to "app".
    await expect(connectOnce(address)).rejects.toThrow(/certificate authentication failed for user "certain"/);
    certify('certain', { subject: 'certain' });
    const right = addressOf(`${trusted()}&sslcert=${file('certain.pem')}&sslkey=${file('certain.key')}`, {
      user: 'certain',
    });
    await (await connectOnce(right)).end();
    const database = new Database(right);
    await database.ping();
    await database.sequelize.close();
  });

  it.each<[string, () => string, RegExp]>([
    ['an authority that is not trusted', () => addressOf('sslmode=verify-full'), /not trusted \(.*\): let sslrootcert/],
    [
      'another authority than the one that is named',
      () => addressOf(`sslmode=verify-full&sslrootcert=${file('another.pem')}`),
      /not trusted \(.*\): let sslrootcert/,
    ],
    [
      'a name that is not in the certificate',
      () => addressOf(trusted(), { host: '127.0.0.1' }),
      /\(Hostname\/IP does not match certificate's altnames/,
    ],
    [
      'no encryption where it is asked for',
      () => addressOf('sslmode=disable'),
      /\(no pg_hba\.conf entry .* no encryption\)/,
    ],
    ['a file that is not there', () => addressOf('sslrootcert=/nowhere.pem'), /cannot be read \(ENOENT.*nowhere\.pem/],
  ])('%s is refused in one sentence', async (_name, address, words) => {
    await expect(connectOnce(address())).rejects.toThrow(words);
  });

  it('names a certificate that has expired', async () => {
    certify('server', { days: -1 });
    server.own('server.pem', readFileSync(file('server.pem'), 'utf8'));
    server.own('server.key', readFileSync(file('server.key'), 'utf8'));
    await server.stop();
    await server.start();
    await expect(connectOnce(addressOf(trusted()))).rejects.toThrow(/\(certificate has expired\)/);
  });
});

const add = 'select $1::int + 1 as sum';

async function namesIn(database: Database): Promise<string[]> {
  const rows = await database.run<{ name: string }>(
    "select name from pg_prepared_statements where statement like '% as sum'",
  );
  return rows.map(({ name }) => name);
}

/** Queries run one at a time, so that the pool has one connection. */
describe('a database that does not keep what is prepared', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ migrated: false });
  });
  afterAll(() => test.drop());

  it('and forgot a name is asked again without one, and so from then on', async () => {
    const database = new Database(test.url);
    expect(await database.runPrepared(add, [1])).toEqual([{ sum: 2 }]);
    expect(await namesIn(database)).toHaveLength(1);
    await database.run('deallocate all');
    for (const value of [2, 3]) expect(await database.runPrepared(add, [value])).toEqual([{ sum: value + 1 }]);
    expect(await namesIn(database)).toEqual([]);
    await database.sequelize.close();
  });

  it('and knows a name from somebody else is asked again without one', async () => {
    const first = new Database(test.url);
    await first.runPrepared(add, [1]);
    const [name] = await namesIn(first);
    const second = new Database(test.url);
    await second.run(`prepare "${name}" as select 'wrong' as sum`);
    for (const value of [2, 3]) expect(await second.runPrepared(add, [value])).toEqual([{ sum: value + 1 }]);
    await Promise.all([first, second].map(({ sequelize }) => sequelize.close()));
  });
});

const program = findOrInstallPgBouncer();
if (!program) console.log('PgBouncer is not tried: there is none here, and none could be installed.');

(program ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase({ migrated: false });
  });
  afterAll(() => test.drop());

  it('four processes start at once, two keep every lead that is sent, and one that the database was too busy for may have been kept, because the pooler takes no timeout', async () => {
    const pooler = await startPgBouncer(program ?? '', test.url);
    const start = async () => {
      const client = await connectOnce(pooler.url);
      await migrate(client);
      await client.end();
    };
    await Promise.all([1, 2, 3, 4].map(start));
    const locks = await test.client.query(
      "select count(*)::int as held from pg_locks join pg_database on pg_database.oid = pg_locks.database where locktype = 'advisory' and datname = current_database()",
    );
    expect(locks.rows).toEqual([{ held: 0 }]);

    const settings = buildSettings({ databaseUrl: pooler.url });
    const apps = await Promise.all([1, 2].map(() => buildApp(settings, pino({ level: 'silent' }))));
    const ports = await Promise.all(apps.map((app) => listen(app, settings)));
    const send = (number: number) =>
      fetch(`http://127.0.0.1:${ports[number % 2]}/api/leads`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(buildLead({ company: `Company ${number}` })),
      });
    const statuses: number[] = [];
    const queue = Array.from({ length: 100 }, (_, number) => number);
    const sendAll = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) statuses.push((await send(next)).status);
    };
    await Promise.all(Array.from({ length: 20 }, sendAll));
    const { rows } = await test.client.query('select count(*)::int as kept from submissions');
    expect({ statuses: new Set(statuses), ...rows[0] }).toEqual({ statuses: new Set([201]), kept: 100 });

    await test.client.query('begin; lock table deliveries in access exclusive mode');
    const busy = await send(0);
    await test.client.query('commit');
    expect([busy.status, await busy.text()]).toEqual([503, expect.stringContaining('may have been kept')]);
    await Promise.all(apps.map((app) => app.close()));
    await pooler.stop();
  });
});
