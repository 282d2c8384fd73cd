import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

describe('the words of a form', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('are made where a form is kept, and again where it is emptied', async () => {
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
