import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestPostgres } from '../../testing/test-postgres.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';

const base = mkdtempSync(join(tmpdir(), 'tls-'));
chmodSync(base, 0o755);
const file = (name: string) => join(base, name);
const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: base, stdio: 'ignore' });

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
    server = await TestPostgres.create(base, 'server');
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
    rmSync(base, { recursive: true });
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
