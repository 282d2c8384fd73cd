import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { tables } from './manifest.ts';

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
