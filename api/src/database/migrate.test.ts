import { describe, expect, it } from '@jest/globals';
import { relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from './connection.ts';
import { migrate, undoMigrations } from './migrate.ts';
import { migrations } from './migrations/all.ts';

async function startOn(url: string): Promise<void> {
  const client = await connectOnce(url);
  try {
    await migrate(client);
  } finally {
    await client.end();
  }
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

  it('says what to do with a database that version 0.1.0 was cut off in', async () => {
    const test = await createTestDatabase();
    const name = migrations[0]?.name;
    await test.client.query('delete from migrations where name = $1', [name]);
    await expect(migrate(test.client)).rejects.toThrow(
      `The database holds what the migration ${name} makes, but no note that it ran; nothing was changed.`,
    );
    await test.client.query('insert into migrations (name) values ($1)', [name]);
    await migrate(test.client);
    await test.drop();
  });
});
