import { describe, expect, it } from '@jest/globals';
import { sharedInbox } from '../../testing/ask-office.ts';

const { api, send, ask } = sharedInbox();
const email = 'grace@example.com';

describe('everything about one person', () => {
  it('is found and erased in tables that no statement looks through in time', async () => {
    const { client } = api.database;
    const [reference, other] = [await send({ email }), await send({ email: 'other@example.com' })];
    const said = `550 <${email}> said so`;
    // As slow as millions of rows: a tenth of a millisecond each, before anything else is looked at.
    const tables = { office_entries: 'note', delivery_tries: 'said' };
    await client.query(`
      insert into submissions (kind, reference, payload, request_hash)
        select 'lead', 'O-' || number, '{}', '' from generate_series(1, 1600) as number;
      insert into office_entries (submission_id, by, note)
        select id, 'x', 'About somebody else.' from submissions, generate_series(1, 10) where reference like 'O-%';
      insert into deliveries (submission_id, channel, delivered_at, last_error)
        select id, 'mail', now(), 'refused' from submissions, generate_series(1, 10) where reference like 'O-%';
      insert into delivery_tries (delivery_id, ms, outcome, said)
        select deliveries.id, 1, 'failed', 'refused' from deliveries where last_error is not null;
      create function is_read(number bigint) returns boolean language plpgsql volatile cost 0.0001 as
        $$ begin if number % 100 = 0 then perform pg_sleep(0.01); end if; return true; end $$`);
    await client.query(
      `insert into office_entries (submission_id, by, note) select id, 'x', $1 from submissions where reference = $2`,
      [said, other],
    );
    await client.query(
      `insert into delivery_tries (delivery_id, ms, outcome, said) select max(id), 1, 'failed', $1 from deliveries`,
      [said],
    );
    for (const table of Object.keys(tables))
      await client.query(`analyze ${table}, submissions, deliveries; alter table ${table} rename to all_${table};
        create view ${table} as select * from all_${table} where is_read(id)`);
    try {
      expect(await ask({ act: 'person', who: email })).toMatchObject({ count: 1, mentions: [other] });
      expect(await ask({ act: 'erase-person', who: email, count: 1 })).toMatchObject({
        erased: 1,
        references: [reference],
      });
    } finally {
      for (const table of Object.keys(tables))
        await client.query(`drop view ${table}; alter table all_${table} rename to ${table}`);
      await client.query('drop function is_read(bigint)');
    }
    for (const [table, column] of Object.entries(tables)) {
      const { rows } = await client.query(`select 1 from ${table} where ${column} ilike '%grace%'`);
      expect({ table, rows }).toEqual({ table, rows: [] });
    }
  }, 180_000);
});
