import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { Database } from '../database/database.ts';
import { RateLimitStore } from './rate-limits.ts';

describe('what clients have spent', () => {
  let created: TestDatabase;
  let database: Database;
  let store: RateLimitStore;
  beforeAll(async () => {
    created = await createTestDatabase();
    database = new Database(created.url);
  });
  beforeEach(async () => {
    store = new RateLimitStore(database);
    await created.client.query('delete from rate_limits');
  });
  afterAll(async () => {
    await database.onApplicationShutdown();
    await created.drop();
  });

  const take = () => store.increment('a', 60_000, 100);
  /** Another process does not remember who is blocked. */
  const takeElsewhere = () => new RateLimitStore(database).increment('a', 60_000, 100);
  const pass = (seconds: number) =>
    created.client.query("update rate_limits set ends_at = ends_at - $1 * interval '1 second'", [seconds]);

  it('is as much as the limit in a minute, and again in the next', async () => {
    const taken = await Promise.all(Array.from({ length: 102 }, takeElsewhere));
    expect(taken.filter(({ isBlocked }) => !isBlocked)).toHaveLength(100);
    expect(await store.increment('b', 60_000, 100)).toMatchObject({ totalHits: 1, isBlocked: false, timeToExpire: 60 });
    await pass(60);
    expect(await takeElsewhere()).toMatchObject({ totalHits: 1, timeToExpire: 60 });
  });

  it('keeps out who was charged more than a minute holds until that is paid off', async () => {
    await store.charge('a', 350, 100);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: true, timeToBlockExpire: 180 });
    await pass(60);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: true, timeToBlockExpire: 120 });
    await pass(120);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false, totalHits: 49 });
  });

  it('keeps nobody out for longer than ten minutes', async () => {
    await store.charge('a', 350, 100);
    await store.charge('a', 1_000_000, 100);
    expect((await takeElsewhere()).timeToBlockExpire).toBeLessThanOrEqual(600);
    await pass(600);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false });
  });

  it('keeps nobody out because the clock of the database was set back', async () => {
    await store.charge('a', 150, 100);
    await pass(-3600);
    expect(await takeElsewhere()).toMatchObject({ isBlocked: false, totalHits: 50, timeToExpire: 60 });
  });

  it('goes on in a window that another process began a moment later', async () => {
    await store.increment('a', 60_000, 100);
    await pass(-1);
    expect(await takeElsewhere()).toMatchObject({ totalHits: 2, timeToExpire: 60 });
  });

  it('refuses one request of a small quota for a minute and no longer', async () => {
    await store.increment('small', 60_000, 1);
    expect(await store.increment('small', 60_000, 1)).toMatchObject({ isBlocked: true, timeToBlockExpire: 60 });
  });

  it('asks the database no more of whom it keeps out', async () => {
    await store.charge('a', 100, 100);
    expect((await take()).isBlocked).toBe(true);
    await created.client.query('delete from rate_limits');
    expect((await take()).isBlocked).toBe(true);
    expect((await takeElsewhere()).isBlocked).toBe(false);
  });
});
