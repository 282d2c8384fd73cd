import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { relayTo } from '../../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { connectOnce } from './connection.ts';
import { migrate, migrateLater } from './migrate.ts';
import { migrations } from './migrations/all.ts';

const firstVersion = readFileSync(fileURLToPath(new URL('../../testing/data-of-0.1.0.sql', import.meta.url)), 'utf8');

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ migrated: false });
  await test.client.query(firstVersion);
});
afterEach(() => test.drop());

const begin = (url: string) => migrate(() => connectOnce(url));
const finish = (url: string) => migrateLater(() => connectOnce(url));

/** Everything that migrations make, as the database describes it. */
async function schemaOf({ client }: TestDatabase): Promise<unknown> {
  const ask = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  const ours = `relnamespace = 'public'::regnamespace`;
  return {
    columns: await ask(`
      select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
      from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where ${ours} and relkind = 'r' and attnum > 0 and not attisdropped order by 1`),
    indexes: await ask(`
      select pg_get_indexdef(indexrelid) || case when indisvalid then '' else ' INVALID' end
      from pg_index join pg_class on pg_class.oid = indrelid where ${ours} order by 1`),
    constraints: await ask(`
      select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`),
    triggers: await ask('select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1'),
    notes: await ask('select name from migrations order by 1'),
  };
}

const insertForms = `
  insert into submissions (kind, reference, payload, request_hash)
  select 'lead', 'L-' || $1::text || '-' || number, json_build_object('name', 'Ada ' || number), ''
  from generate_series(1, $2::int) as number`;

describe('a database with forms, brought up to date', () => {
  it('by starts that die again and again, is as one that was made new', async () => {
    const fresh = await createTestDatabase();
    const whole = await schemaOf(fresh);
    await fresh.drop();
    for (const most of [26, 27, 28, 29]) {
      const one = await createTestDatabase({ migrated: false });
      await one.client.query(firstVersion);
      let lives = 0;
      for (const step of [begin, finish]) {
        for (let isDone = false; !isDone; lives++) {
          let sent = 0;
          const relay = await relayTo(one.url, { onSent: () => ++sent <= most });
          isDone = await step(relay.url).then(
            () => true,
            () => false,
          );
          relay.close();
          expect(lives).toBeLessThan(100);
        }
      }
      expect(lives).toBeGreaterThan(8);
      expect({ most, schema: await schemaOf(one) }).toEqual({ most, schema: whole });
      await one.drop();
    }
  });

  it('keeps what is written meanwhile, and a killed start has done what it did', async () => {
    await test.client.query(insertForms, [0, 3000]);
    await begin(test.url);
    let written = 0;
    let isOver = false;
    const writer = await connectOnce(test.url);
    const writing = (async () => {
      while (!isOver) await writer.query(insertForms, [++written, 1]);
    })();
    const filled = async () =>
      (await test.client.query('select count(*)::int as total, count(search)::int as filled from submissions')).rows[0];

    let sent = 0;
    const relay = await relayTo(test.url, { onSent: (bytes) => !bytes.includes('with these') || ++sent <= 4 });
    await expect(finish(relay.url)).rejects.toThrow();
    relay.close();
    const halfway = await filled();
    expect(halfway.filled - written).toBeGreaterThan(300);
    expect(halfway.total - halfway.filled).toBeGreaterThan(1000);

    const before = written;
    await finish(test.url);
    isOver = true;
    await writing;
    await writer.end();
    expect(written).toBeGreaterThan(before);
    const { total, filled: all } = await filled();
    expect({ total, all }).toEqual({ total: 3000 + 3 + written, all: total });
    const { rows } = await test.client.query(`select reference from submissions where search @@ '''l02999'''::tsquery`);
    expect(rows).toEqual([{ reference: 'L-0-2999' }]);
  });

  it('lets forms be kept while a backup holds its tables', async () => {
    const backup = await connectOnce(test.url);
    await backup.query(
      'begin isolation level repeatable read; select count(*) from submissions; select count(*) from deliveries',
    );
    const starting = begin(test.url);
    for (const end = performance.now() + 2500; performance.now() < end; await sleep(50)) {
      await test.client
        .query(insertForms, [1, 1])
        .then(() => test.client.query(`delete from submissions where reference = 'L-1-1'`));
    }
    await backup.query('rollback');
    await backup.end();
    await starting;
    const { rows } = await test.client.query('select count(*)::int as ran from migrations');
    expect(rows).toEqual([{ ran: migrations.filter(({ isForLater }) => !isForLater).length }]);
  });

  it('takes over an index that a killed start has left half built', async () => {
    await begin(test.url);
    await test.client.query('create index submissions_by_words on submissions using gin (search)');
    await test.client.query(
      `update pg_index set indisvalid = false where indexrelid = 'submissions_by_words'::regclass`,
    );
    await finish(test.url);
    const { rows } = await test.client.query(
      `select indisvalid from pg_index where indexrelid = 'submissions_by_words'::regclass`,
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
