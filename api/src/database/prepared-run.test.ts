import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { readDatabaseUrl } from './connection.ts';
import { Database } from './database.ts';
import { PooledClient } from './pooled-client.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ migrated: false });
});
afterAll(() => test.drop());

function run(client: PooledClient, text: string, values: unknown[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const name = `test ${text}`.slice(0, 60);
    client.runNamed<pg.QueryResultRow>({ name, text }, values, (error, rows) =>
      error ? reject(error) : resolve(rows),
    );
  });
}

async function connect(): Promise<PooledClient> {
  const client = new PooledClient(readDatabaseUrl(test.url));
  await client.connect();
  return client;
}

describe('a statement that its connection has prepared', () => {
  const echo = `select $1::text as text, $2::int as number, $3::boolean as "isIt", $4::text[] as list, $5::json as object,
    $6::timestamptz as at, $7::bytea as bytes, null as nothing`;
  const values: unknown[][] = [
    ['', 0, false, [], {}, null, null],
    ['Zoë “Ångström” 漢字 \u{1f600} \\ \' " \x1f', -1, true, ['a "b"', '\\', 'ü', ''], { a: [1, null] }, null, null],
    [null, null, null, null, null, new Date('2026-02-28T23:59:59.123Z'), null],
    ['bytes', 2 ** 31 - 1, undefined, [null], { text: 'ü' }, '2026-01-01T00:00:00Z', Buffer.from([0, 255, 10])],
    ['x'.repeat(200_000), 1, true, ['€'.repeat(50_000)], { text: '\u{1f600}'.repeat(30_000) }, null, null],
  ];

  it('gives what pg gives, of values of each kind', async () => {
    const client = await connect();
    for (const each of values) {
      const { rows } = await client.query(echo, each);
      for (let again = 0; again < 2; again++) expect(await run(client, echo, each)).toEqual(rows);
    }
    await client.end();
  });

  it('gives no row, or many', async () => {
    const client = await connect();
    const series = 'select number from generate_series(1, $1::int) as number';
    for (const count of [0, 3, 0, 5000]) {
      expect(await run(client, series, [count])).toEqual(
        Array.from({ length: count }, (_, at) => ({ number: at + 1 })),
      );
    }
    await client.query('create temporary table written (number int)');
    const insert = 'insert into written select $1::int';
    for (const number of [1, 2]) expect(await run(client, insert, [number])).toEqual([]);
    expect((await client.query('select number from written')).rows).toEqual([{ number: 1 }, { number: 2 }]);
    await client.end();
  });

  it('is described once', async () => {
    const client = await connect();
    let described = 0;
    client.connection.on('rowDescription', () => (described += 1));
    for (const value of [1, 2, 3]) expect(await run(client, 'select $1::int as value', [value])).toEqual([{ value }]);
    expect(described).toBe(1);
    await client.end();
  });

  it('may be refused, and run again on the same connection', async () => {
    const client = await connect();
    const divide = 'select 12 / $1::int as quotient';
    expect(await run(client, divide, [3])).toEqual([{ quotient: 4 }]);
    await expect(run(client, divide, [0])).rejects.toMatchObject({ code: '22012' });
    await expect(run(client, divide, [1, 2])).rejects.toMatchObject({ code: '08P01' });
    expect(await run(client, divide, [4])).toEqual([{ quotient: 3 }]);
    await client.end();
  });

  it('fails alone where a value cannot be read', async () => {
    const client = await connect();
    const when = 'select $1::timestamptz as at';
    await run(client, when, [null]);
    client.setTypeParser(20, () => {
      throw new Error('cannot be read');
    });
    const big = 'select $1::bigint as big';
    await run(client, big, [null]);
    await expect(run(client, big, [1])).rejects.toThrow('cannot be read');
    expect(await run(client, when, [null])).toEqual([{ at: null }]);
    await client.end();
  });

  it('gives each caller its own answer, also in pieces that come between those of others', async () => {
    const database = new Database(test.url);
    const lanes = 20; // As many as there are connections.
    const statement = { name: 'long', text: "select $1 || repeat('-', $2::int) || $1 as text" };
    const wrong: number[] = [];
    const ask = async (lane: number) => {
      for (let at = lane; at < 200; at += lanes) {
        const length = at % 7 === 0 ? 100_000 : at;
        const [row] = await database.run<{ text: string }>(statement, [`<${at}>`, length]);
        if (row?.text !== `<${at}>${'-'.repeat(length)}<${at}>`) wrong.push(at);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => ask(lane)));
    expect(wrong).toEqual([]);
    await database.sequelize.close();
  });
});
