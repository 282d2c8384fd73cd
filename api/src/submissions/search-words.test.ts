import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { searchWordsOf } from './search-words.ts';

describe('the words of a form', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  // What no form may hold is left out.
  const text = fc
    .oneof(
      fc.string({ maxLength: 80 }),
      fc.stringMatching(/^[A-Za-zÀ-ÿ '.@/-]{0,40}$/),
      fc.constantFrom(
        'Ada Lovelace',
        'José Ñandú',
        'ada@example.com',
        '/hvac',
        'x'.repeat(700),
        'Иван Ω',
        '株式会社',
        "O'Neil & Sons",
      ),
    )
    .filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value));
  const person = fc.record(
    { name: text, company: text, clientName: text, email: text, phone: text, other: text },
    { requiredKeys: [] },
  );
  const form = fc.oneof(person, fc.record({ form: fc.constant('checkout'), fields: person }), fc.constant({}));
  it('are the same whether the API brings them or the database makes them', async () => {
    await fc.assert(
      fc.asyncProperty(form, fc.option(text), async (payload, page) => {
        const { rows } = await database.client.query<{ same: boolean; made: string; brought: string }>(
          `select made = brought as same, made::text, brought::text
           from (select office_words($1::json, 'L-7F3K9Q', $2) as made, array_to_tsvector($3::text[]) as brought) as words`,
          [JSON.stringify(payload), page, searchWordsOf(payload, 'L-7F3K9Q', page)],
        );
        expect(rows[0]?.brought).toBe(rows[0]?.made);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('are made for whoever brings none, and again where a form is emptied', async () => {
    const { client } = database;
    const words = async () => (await client.query(`select search::text as search from submissions`)).rows[0]?.search;
    await client.query(
      `insert into submissions (kind, reference, payload, request_hash) values ('lead', 'L-7F3K9Q', '{"name":"Ada"}', '')`,
    );
    expect(await words()).toBe("'7f3k9q' 'ada' 'l' 'l7f3k9q'");
    await client.query(`update submissions set payload = '{}'`);
    expect(await words()).toBe("'7f3k9q' 'l' 'l7f3k9q'");
  });
});
