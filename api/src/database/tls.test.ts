import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestPostgres } from '../../testing/test-postgres.ts';
import { readAddress } from './address.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';

const base = mkdtempSync(join(tmpdir(), 'tls-'));
chmodSync(base, 0o755);
const file = (name: string) => join(base, name);
const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: base, stdio: 'ignore' });

/** An authority in `<name>.pem` and `<name>.key`. */
function makeAuthority(name: string): void {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
    '-subj',
    `/CN=${name}`,
  );
}

/** A certificate of an authority, for a name and until a number of days from now. */
function certify(
  name: string,
  { authority = 'authority', subject = 'localhost', names = 'DNS:localhost', days = 2 } = {},
): void {
  writeFileSync(file('extensions'), `subjectAltName=${names}\n`);
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    `${name}.key`,
    '-out',
    'request',
    '-subj',
    `/CN=${subject}`,
  );
  const by = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', 'extensions'];
  openssl('x509', '-req', '-in', 'request', ...by, '-days', String(days), '-out', `${name}.pem`);
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

  it('is kept by migrations and pool, with one host and with several', async () => {
    const several = `postgres://app:for-tests@127.0.0.1:1,localhost:${server.port}/site?${trusted()}`;
    for (const address of [addressOf(trusted()), several]) {
      const asked = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      const client = await connectOnce(address);
      expect((await client.query(asked)).rows).toEqual([{ ssl: true }]);
      await client.end();
      const database = new Database(address);
      expect(await database.run({ name: 'ssl', text: asked }, [])).toEqual([{ ssl: true }]);
      await database.sequelize.close();
    }
  });

  it('shows our own certificate where sslcert and sslkey name it, from the pool, too', async () => {
    const address = addressOf(`${trusted()}&sslcert=${file('client.pem')}&sslkey=${file('client.key')}`, {
      user: 'certain',
    });
    // The certificate is that of "app".
    await expect(connectOnce(address)).rejects.toThrow(/refuses the user "certain"/);
    certify('certain', { subject: 'certain' });
    const right = addressOf(`${trusted()}&sslcert=${file('certain.pem')}&sslkey=${file('certain.key')}`, {
      user: 'certain',
    });
    await (await connectOnce(right)).end();
    const database = new Database(right);
    await database.ping();
    await database.sequelize.close();
    await expect(connectOnce(addressOf(trusted(), { user: 'certain' }))).rejects.toThrow(
      /asks for our certificate: name its files by sslcert and sslkey\.$/,
    );
  });

  it.each<[string, () => string, RegExp]>([
    [
      'an authority that is not trusted',
      () => addressOf('sslmode=verify-full'),
      /authority that is not trusted here: name that authority's certificate by sslrootcert\.$/,
    ],
    [
      'another authority than the one that is named',
      () => addressOf(`sslmode=verify-full&sslrootcert=${file('another.pem')}`),
      /authority that is not trusted here/,
    ],
    [
      'a name that is not in the certificate',
      () => addressOf(trusted(), { host: '127.0.0.1' }),
      /a certificate of another name: use a host that stands in it/,
    ],
    [
      'no encryption where it is asked for',
      () => addressOf('sslmode=disable'),
      /takes encrypted connections only: add sslmode=verify-full\.$/,
    ],
    [
      'an authority whose file is not there',
      () => addressOf('sslrootcert=/nowhere.pem'),
      /the file \/nowhere\.pem of sslrootcert cannot be read \(ENOENT\): correct the path\.$/,
    ],
    [
      'a mode that is none',
      () => addressOf('sslmode=verify_full'),
      /there is no sslmode=verify_full: write one of disable, /,
    ],
    [
      'a certificate without its key',
      () => addressOf(`${trusted()}&sslcert=${file('client.pem')}`),
      /sslcert and sslkey belong together/,
    ],
  ])('%s is said in one sentence', async (_name, address, words) => {
    await expect(connectOnce(address())).rejects.toThrow(words);
  });

  it('names a server that has none to show', async () => {
    const address = `${process.env.TEST_DATABASE_URL}?${trusted()}`;
    await expect(connectOnce(address)).rejects.toThrow(/takes no encrypted connections: switch ssl on there\.$/);
  });

  it('names a certificate that has expired', async () => {
    certify('server', { days: -1 });
    server.own('server.pem', readFileSync(file('server.pem'), 'utf8'));
    server.own('server.key', readFileSync(file('server.key'), 'utf8'));
    await server.stop();
    await server.start();
    await expect(connectOnce(addressOf(trusted()))).rejects.toThrow(
      /shows a certificate that has expired: renew it\.$/,
    );
  });
});

describe('sslmode', () => {
  const tlsOf = (query: string) => readAddress(`postgres://u@127.0.0.1/db?${query}`).hosts[0]?.tls;

  it('is never weaker than it says, and as weak as libpq has it only where that is asked for', () => {
    expect(tlsOf('sslmode=disable')).toBeUndefined();
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) expect(tlsOf(`sslmode=${mode}`)).toEqual({});
    expect(tlsOf('sslmode=require&uselibpqcompat=true')).toMatchObject({ rejectUnauthorized: false });
    expect(tlsOf('sslmode=verify-full&uselibpqcompat=true')).toEqual({});
    expect(tlsOf('sslmode=verify-full&sslrootcert=system')).toEqual({});
  });
});
