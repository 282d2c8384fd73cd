import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestPostgres } from '../../testing/test-postgres.ts';
import { connectOnce, DatabaseUnavailableError } from './connection.ts';
import { Database } from './database.ts';

const base = mkdtempSync(join(tmpdir(), 'read-only-'));
chmodSync(base, 0o755);
let server: TestPostgres;
beforeAll(async () => {
  server = await TestPostgres.create(base, 'server');
  await server.ask('create table kept (value int)');
});
afterAll(async () => {
  await server.kill();
  rmSync(base, { recursive: true, force: true });
});

const who = 'select pg_backend_pid() as pid';
const insert = 'insert into kept values ($1)';

async function pidsOf(database: Database): Promise<Set<number>> {
  const rows = await Promise.all(Array.from({ length: 5 }, () => database.run<{ pid: number }>(who)));
  return new Set(rows.map(([row]) => row?.pid ?? 0));
}

async function untilInserted(database: Database): Promise<void> {
  for (;;) {
    try {
      await database.run(insert, [2]);
      return;
    } catch (error) {
      expect(error).toBeInstanceOf(DatabaseUnavailableError);
      await sleep(50);
    }
  }
}

it('a server that takes no writes any more loses all of its connections, and is taken back by itself', async () => {
  const database = new Database(server.url);
  const before = await pidsOf(database);
  await server.ask('alter system set default_transaction_read_only = on');
  await server.ask('select pg_reload_conf()');
  await sleep(300);
  await expect(database.run(insert, [1])).rejects.toThrow(DatabaseUnavailableError);
  const client = await connectOnce(server.url);
  await client.query('set default_transaction_read_only = off');
  await client.query('alter system reset default_transaction_read_only');
  await client.query('select pg_reload_conf()');
  await client.end();
  await untilInserted(database);
  const after = await pidsOf(database);
  expect([...after].filter((pid) => before.has(pid))).toEqual([]);
  await database.sequelize.close();
});
