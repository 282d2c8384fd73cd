import pg from 'pg';

/**
 * Adds a movable clock to the database: every `now()` of the API resolves to this schema's function, which precedes
 * PostgreSQL's own. It must exist before the API's first start, so that the defaults of its tables use it, too.
 */
export async function makeMovedClock(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    create schema drill;
    create table drill.clock (shift interval not null);
    insert into drill.clock values ('0');
    create function drill.now() returns timestamptz stable language sql
      as 'select pg_catalog.now() + (select shift from drill.clock)';
    alter role current_user set search_path = drill, pg_catalog, public;
    set search_path = drill, pg_catalog, public`);
  return client;
}

export async function moveClock(client: pg.Client, seconds: number): Promise<void> {
  await client.query('update drill.clock set shift = shift + make_interval(secs => $1)', [seconds]);
}
