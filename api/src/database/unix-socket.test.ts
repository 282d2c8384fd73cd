import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Relay, relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';

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
