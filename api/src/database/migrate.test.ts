import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from './connection.ts';
import { migrate, migrations } from './migrate.ts';

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ migrated: false });
});
afterEach(() => test.drop());

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

const names = async () => (await test.client.query('select name from migrations order by name')).rows;
const allNames = migrations.map(({ name }) => ({ name }));

describe('a start', () => {
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

  it('that is cut off at any of its statements leaves a database that the next start takes', async () => {
    let all = 0;
    const counting = await relayTo(test.url, { onSent: () => ++all > 0 });
    await startOn(counting.url);
    counting.close();
    const whole = await objectsIn(test);
    expect(all).toBeGreaterThan(10);
    for (let last = 3; last < all; last++) {
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
