import { describe, expect, it } from '@jest/globals';
import { relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from './connection.ts';
import { migrate, undoMigrations } from './migrate.ts';
import { migrations } from './migrations/all.ts';

function startOn(url: string): Promise<void> {
  return migrate(() => connectOnce(url));
}

async function tablesOf({ client }: TestDatabase): Promise<unknown[]> {
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace order by 1",
  );
  return rows;
}

/** How many things the client says to the server in a whole migration, its greeting included. */
async function countSent(): Promise<number> {
  const test = await createTestDatabase({ migrated: false });
  let sent = 0;
  const relay = await relayTo(test.url, { onSent: () => ++sent > 0 });
  await startOn(relay.url);
  relay.close();
  await test.drop();
  return sent;
}

describe('a start that is cut off while it changes the schema', () => {
  it('leaves at each of its statements a database that the next start takes', async () => {
    const all = await countSent();
    const test = await createTestDatabase();
    const whole = await tablesOf(test);
    expect(all).toBeGreaterThan(2 * migrations.length);
    for (let last = 3; last < all; last++) {
      await undoMigrations(test.client);
      await test.client.query('drop table migrations');
      let sent = 0;
      const relay = await relayTo(test.url, { onSent: () => ++sent <= last });
      await startOn(relay.url).catch(() => undefined);
      relay.close();
      await startOn(test.url);
      expect({ last, tables: await tablesOf(test) }).toEqual({ last, tables: whole });
    }
    await test.drop();
  });

  it('keeps every form when the keys that two senders have both used are one again', async () => {
    const test = await createTestDatabase();
    const add = (reference: string, scope: string, minute: number, hash = reference) =>
      test.client.query(
        `insert into submissions (kind, reference, payload, idempotency_key, idempotency_scope, request_hash, created_at)
         values ('lead', $1, '{}', 'copied-example', $2, $3, '2026-01-01'::timestamptz + make_interval(mins => $4))`,
        [reference, scope, hash, minute],
      );
    await add('L-YOUNGR', '192.0.2.1 lead', 2);
    await add('L-OLDEST', '192.0.2.2 lead', 1);
    await add('L-SAMETM', '192.0.2.3 lead', 2);
    await test.client.query(`update submissions set is_test = true where reference = 'L-SAMETM'`);
    const stored = async () =>
      (await test.client.query('select reference, idempotency_key as key from submissions order by reference')).rows;
    await undoMigrations(test.client, '012-scope-idempotency-keys');
    const after = [
      { reference: 'L-OLDEST', key: 'copied-example' },
      { reference: 'L-SAMETM', key: null },
      { reference: 'L-YOUNGR', key: null },
    ];
    expect(await stored()).toEqual(after);
    await startOn(test.url);
    expect(await stored()).toEqual(after);
    await test.drop();
  });

  it('says what to do with a database that version 0.1.0 was cut off in', async () => {
    const test = await createTestDatabase();
    const name = migrations[0]?.name;
    await test.client.query('delete from migrations where name = $1', [name]);
    await expect(startOn(test.url)).rejects.toThrow(
      `The database holds what the migration ${name} makes, but no note that it ran; nothing was changed.`,
    );
    await test.client.query('insert into migrations (name) values ($1)', [name]);
    await startOn(test.url);
    await test.drop();
  });
});
