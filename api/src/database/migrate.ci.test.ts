import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { tables } from '../backup/archive.ts';
import { connectOnce } from './connection.ts';
import { migrate, migrations } from './migrate.ts';

async function startOn(url: string, onWait?: () => void): Promise<void> {
  const client = await connectOnce(url);
  try {
    await migrate(client, onWait);
  } finally {
    await client.end();
  }
}

async function objectsIn({ client }: TestDatabase): Promise<unknown[]> {
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace order by 1",
  );
  return rows;
}

/** SHA-256 of the statements of each migration. A database that has one never runs it again, so an edit would not reach it. */
const statements: Readonly<Record<string, string>> = {
  '001-baseline': 'b5387e6a9c1aa9d9b14aa12529b8ce86bab4d290ef24f275283b6ff1ceeb3ff6',
  '002-inbox': '5540e9e0ebe3bcc5828cdeacf4525a853d7a583e33b2b46b3bac311c3eff4605',
  '003-traces': 'd9e79e4b96537d50fb5eba7607ac10c03dac0965da9ed7617d5860d2dccbdc84',
};

it('each migration has the statements that ran in other places: add a migration in place of an edit', async () => {
  for (const { name, up } of migrations) {
    const hash = createHash('sha256');
    const client = { query: async (text: string) => hash.update(text) } as never;
    await up({ name, context: client });
    expect({ name, hash: hash.digest('hex') }).toEqual({ name, hash: statements[name] });
  }
});

describe('a start', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase({ migrated: false });
  });
  afterEach(() => test.drop());

  const names = async () => (await test.client.query('select name from migrations order by name')).rows;
  const allNames = migrations.map(({ name }) => ({ name }));

  it('makes the schema, also when several processes start at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => startOn(test.url)));
    expect(await names()).toEqual(allNames);
  });

  it('waits for another process that migrates', async () => {
    await test.client.query('begin; select pg_advisory_xact_lock(7061989)');
    const waiting = Promise.withResolvers<void>();
    let isDone = false;
    const second = startOn(test.url, waiting.resolve).then(() => (isDone = true));
    await waiting.promise;
    await sleep(300);
    expect(isDone).toBe(false);
    await test.client.query('rollback');
    await second;
    expect(await names()).toEqual(allNames);
  });

  it('that is cut off before, within or after its transaction leaves a database that the next start takes', async () => {
    let all = 0;
    const counting = await relayTo(test.url, { onSent: () => ++all > 0 });
    await startOn(counting.url);
    counting.close();
    const whole = await objectsIn(test);
    expect(all).toBeGreaterThan(10);
    // Before the first of its transaction, in the middle, before and after the last, and after the commit.
    for (const last of [3, Math.floor(all / 2), all - 3, all - 2, all - 1]) {
      await test.client.query('drop schema public cascade; create schema public');
      let sent = 0;
      const relay = await relayTo(test.url, { onSent: () => ++sent <= last });
      await startOn(relay.url).catch(() => undefined);
      relay.close();
      await startOn(test.url);
      expect({ last, objects: await objectsIn(test) }).toEqual({ last, objects: whole });
    }
  });

  it('is refused on a database that a newer version has migrated, and changes nothing', async () => {
    await startOn(test.url);
    await test.client.query("insert into migrations (name) values ('999-of-tomorrow')");
    const before = await objectsIn(test);
    await expect(startOn(test.url)).rejects.toThrow(
      'The database was migrated by a newer version of this program (migration 999-of-tomorrow), and nothing was changed: start that version, or a newer one.',
    );
    expect(await objectsIn(test)).toEqual(before);
  });
});

describe('the tables of a backup', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());

  it('are all that the migrations make', async () => {
    const { rows } = await test.client.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`,
    );
    expect([...tables].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it('stand behind those that they refer to', async () => {
    const { rows } = await test.client.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
    );
    const places: readonly string[] = tables;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ from, to }) => places.indexOf(to) >= places.indexOf(from))).toEqual([]);
  });
});
