import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { buildLead } from '../../testing/build-forms.ts';
import { buildSettings } from '../../testing/build-settings.ts';
import { findOrInstallPgBouncer, startPgBouncer } from '../../testing/pgbouncer.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { buildApp } from '../app.ts';
import { listen } from '../listen.ts';
import { connectOnce } from './connection.ts';
import { Database } from './database.ts';
import { migrate } from './migrate.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ migrated: false });
});
afterAll(() => test.drop());

const add = 'select $1::int + 1 as sum';

async function namesIn(database: Database): Promise<string[]> {
  const rows = await database.run<{ name: string }>(
    "select name from pg_prepared_statements where statement like '% as sum'",
  );
  return rows.map(({ name }) => name);
}

/** Queries run one at a time, so that the pool has one connection. */
describe('a database that does not keep what is prepared', () => {
  it('and forgot a name is asked again without one, and so from then on', async () => {
    const database = new Database(test.url);
    expect(await database.runPrepared(add, [1])).toEqual([{ sum: 2 }]);
    expect(await namesIn(database)).toHaveLength(1);
    await database.run('deallocate all');
    for (const value of [2, 3]) expect(await database.runPrepared(add, [value])).toEqual([{ sum: value + 1 }]);
    expect(await namesIn(database)).toEqual([]);
    await database.sequelize.close();
  });

  it('and knows a name from somebody else is asked again without one', async () => {
    const first = new Database(test.url);
    await first.runPrepared(add, [1]);
    const [name] = await namesIn(first);
    const second = new Database(test.url);
    await second.run(`prepare "${name}" as select 'wrong' as sum`);
    for (const value of [2, 3]) expect(await second.runPrepared(add, [value])).toEqual([{ sum: value + 1 }]);
    await Promise.all([first, second].map(({ sequelize }) => sequelize.close()));
  });
});

const program = findOrInstallPgBouncer();
if (!program) console.log('PgBouncer is not tried: there is none here, and none could be installed.');

(program ? describe : describe.skip)('behind PgBouncer in transaction mode', () => {
  it('four processes start at once and two keep every lead that is sent', async () => {
    const pooler = await startPgBouncer(program ?? '', test.url);
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const client = await connectOnce(pooler.url);
        await migrate(client);
        await client.end();
      }),
    );
    const locks = await test.client.query(
      "select count(*)::int as held from pg_locks join pg_database on pg_database.oid = pg_locks.database where locktype = 'advisory' and datname = current_database()",
    );
    expect(locks.rows).toEqual([{ held: 0 }]);

    const settings = buildSettings({ databaseUrl: pooler.url });
    const apps = await Promise.all([1, 2].map(() => buildApp(settings, pino({ level: 'silent' }))));
    const ports = await Promise.all(apps.map((app) => listen(app, settings)));
    const send = async (number: number): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${ports[number % 2]}/api/leads`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(buildLead({ company: `Company ${number}` })),
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = new Map<number, number>();
    const queue = Array.from({ length: 200 }, (_, number) => number);
    const sendAll = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const status = await send(next);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 20 }, sendAll));
    const kept = await test.client.query('select count(*)::int as kept from submissions');
    await Promise.all(apps.map((app) => app.close()));
    await pooler.stop();
    expect({ statuses: Object.fromEntries(statuses), ...kept.rows[0] }).toEqual({ statuses: { 201: 200 }, kept: 200 });
  });
  it('a lead that the database was too busy for may have been kept, because the pooler takes no timeout', async () => {
    const pooler = await startPgBouncer(program ?? '', test.url);
    const settings = buildSettings({ databaseUrl: pooler.url });
    const app = await buildApp(settings, pino({ level: 'silent' }));
    const port = await listen(app, settings);
    await test.client.query('begin; lock table deliveries in access exclusive mode');
    const response = await fetch(`http://127.0.0.1:${port}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(buildLead({ name: 'Too Busy' })),
    });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('may have been kept');
    await test.client.query('commit');
    await app.close();
    await pooler.stop();
  });
});
