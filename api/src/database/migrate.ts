import pg from 'pg';
import { MigrationError, Umzug, type UmzugStorage } from 'umzug';
import { StartError } from '../settings/start-error.ts';
import { migrations } from './migrations/all.ts';

/** Any number: what counts is that every process of this project uses the same. */
const lockKey = 7_061_989;

/** A process that stands still longer than this in its migrations, frozen or cut off, gives way to the others. */
const patience = '60s';

/**
 * Brings the schema up to date, or to the named migration and no further. Several processes may start at once: one migrates,
 * the others wait.
 */
export async function migrate(client: pg.Client, to?: string): Promise<void> {
  await inTransaction(client, () => buildUmzug(client).up(to === undefined ? undefined : { to }));
}

/** Undoes the newest migrations down to and with the named one; all of them without a name. */
export async function undoMigrations(client: pg.Client, to?: string): Promise<void> {
  await inTransaction(client, () => buildUmzug(client).down({ to: to ?? 0 }));
}

/**
 * All in one transaction, the lock included: whoever is cut off anywhere in it has done nothing and holds nothing. Through
 * a pooler, a lock of the session would stay behind with a connection that others use.
 */
async function inTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${patience}'`);
    await client.query(`set local idle_in_transaction_session_timeout = '${patience}'`);
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    await work();
    await client.query('commit');
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw whyNotMigrated(error);
  }
}

function whyNotMigrated(error: unknown): unknown {
  const cause = error instanceof MigrationError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError)) return error;
  if (cause.code === '55P03') {
    return new StartError(
      'Another process has been changing the database for a minute: look whether it is stuck, then start again.',
    );
  }
  if (cause.code !== '42P07' || !(error instanceof MigrationError)) return error;
  const { name } = error.migration;
  return new StartError(
    `The database holds what the migration ${name} makes, but no note that it ran; nothing was changed. If version 0.1.0 was cut off there, run: insert into migrations (name) values ('${name}').`,
  );
}

function buildUmzug(client: pg.Client): Umzug<pg.Client> {
  return new Umzug({
    migrations: migrations.map(({ name, up, down }) => ({
      name,
      up: () => client.query(up),
      down: () => client.query(down),
    })),
    context: client,
    storage: storageIn(client),
    logger: undefined,
  });
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
