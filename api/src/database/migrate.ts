import type pg from 'pg';
import { Umzug, type UmzugStorage } from 'umzug';
import { StartError } from '../settings/start-error.ts';
import { migrations } from './migrations/all.ts';

/** Any number: what counts is that every process of this project uses the same. */
const lockKey = 7_061_989;

/** Brings the schema up to date. Several processes may start at once: one migrates, the others wait. */
export async function migrate(client: pg.Client): Promise<void> {
  await whileLocked(client, () => buildUmzug(client).up());
}

/** Undoes the newest migrations down to and with the named one; all of them without a name. */
export async function undoMigrations(client: pg.Client, to?: string): Promise<void> {
  await whileLocked(client, () => buildUmzug(client).down({ to: to ?? 0 }));
}

async function whileLocked(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  try {
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    await work();
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]);
  }
}

function buildUmzug(client: pg.Client): Umzug<pg.Client> {
  return new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: () => inTransaction(client, up),
      down: () => inTransaction(client, down),
    })),
    context: client,
    storage: storageIn(client),
    logger: undefined,
  });
}

async function inTransaction(client: pg.Client, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function storageIn(client: pg.Client): UmzugStorage {
  return {
    logMigration: async ({ name }) => {
      await client.query('insert into migrations (name) values ($1)', [name]);
    },
    unlogMigration: async ({ name }) => {
      await client.query('delete from migrations where name = $1', [name]);
    },
    executed: async () => {
      const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
      return rows.map(({ name }) => name);
    },
  };
}

/**
 * What is answered with 201 must survive a power cut.
 * @throws StartError when the server is set to forget the last transactions.
 */
export async function checkDurability(client: pg.Client): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await client.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new StartError(
        `The database has ${setting} off and would lose leads that were acknowledged: set ${setting} = on in postgresql.conf.`,
      );
    }
  }
}
