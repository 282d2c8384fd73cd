import type pg from 'pg';
import { type RunnableMigration, Umzug } from 'umzug';
import { StartError } from '../process.ts';
import { baseline } from './migrations/001-baseline.ts';
import { inbox } from './migrations/002-inbox.ts';
import { traces } from './migrations/003-traces.ts';

/** A step of the schema. It runs in its context's transaction, which holds the lock of all migrations. */
export type Migration = RunnableMigration<pg.Client>;

/** All migrations in their order. A migration is not edited any more once it ran somewhere. */
export const migrations: readonly Migration[] = [baseline, inbox, traces];

/** Every process of this project uses the same number. */
const lockKey = 7_061_989;

/**
 * Runs missing migrations, all or none, in one transaction. Of several processes that start at once one migrates, and the
 * others wait. The lock belongs to the transaction, because a session lock would stay on a pooler's connection that others use.
 * @param client a connection without an open transaction @param onWait called when another process migrates @throws StartError
 * for a database that a newer version of this program has migrated
 */
export async function migrate(client: pg.Client, onWait: () => void = () => undefined): Promise<void> {
  // The server ends the transaction of a frozen or disconnected process, which releases the lock.
  await client.query(`begin; set local idle_in_transaction_session_timeout = '60s'`);
  try {
    const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_xact_lock($1) as is_free', [
      lockKey,
    ]);
    if (!rows[0]?.is_free) {
      onWait();
      await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    }
    await runMissing(client);
    await client.query('commit');
  } catch (error) {
    // A lost connection has already rolled back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Runs missing migrations in the client's open transaction.
 * @param to the last migration to run; the default is the newest @throws StartError for a database that a newer version of
 * this program has migrated
 */
export async function runMissing(client: pg.Client, to?: string): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
  );
  const umzug = new Umzug<pg.Client>({
    migrations: [...migrations],
    context: client,
    storage: {
      executed: () => readMigrations(client),
      logMigration: async ({ name }) => {
        await client.query('insert into migrations (name) values ($1)', [name]);
      },
      unlogMigration: async ({ name }) => {
        await client.query('delete from migrations where name = $1', [name]);
      },
    },
    logger: undefined,
  });
  refuseNewer(await readMigrations(client));
  await umzug.up(to === undefined ? {} : { to });
}

export async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

function refuseNewer(executed: readonly string[]): void {
  const unknown = executed.find((executedName) => !migrations.some(({ name }) => name === executedName));
  if (unknown === undefined) return;
  throw new StartError(
    `The database was migrated by a newer version of this program (migration ${unknown}), and nothing was changed: start that version, or a newer one.`,
  );
}
