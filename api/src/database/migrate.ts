import pg from 'pg';
import { StartError } from '../settings/start-error.ts';
import { type MigrationLock, takeMigrationLock } from './migration-lock.ts';
import { migrations } from './migrations/all.ts';
import type { Migration } from './migrations/migration.ts';
import { indexSql, note, notesTable, runBesideWriters } from './run-beside-writers.ts';

/** Opens a connection. The lock has one, and what is done beside those who write has another. */
export type Connect = () => Promise<pg.Client>;

/** Told what takes long, in sentences. */
type Say = (sentence: string) => void;

interface MigrateOptions {
  /** The last migration to run. Without it the newest, and those for later are left for later. */
  to?: string;
  say?: Say;
}

/**
 * Brings the schema up to date while others write: no table is held for longer than a moment, and a start that is killed
 * anywhere is gone on with by the next one. Several processes may start at once: one migrates, the others wait.
 */
export async function migrate(connect: Connect, { to, say = () => undefined }: MigrateOptions = {}): Promise<void> {
  const end = to === undefined ? migrations.length : migrations.findIndex(({ name }) => name === to) + 1;
  const wanted = migrations.slice(0, end);
  await locked(connect, 'now', say, async (lock) => {
    if (await isNew(lock.client)) return makeAll(lock, wanted);
    const due = to === undefined ? wanted.filter(({ isForLater }) => !isForLater) : wanted;
    await runMissing(lock.client, connect, say, due);
  });
}

/** Does what `migrate` left for later. Another process that does it is waited for. */
export async function migrateLater(connect: Connect, say: Say = () => undefined): Promise<void> {
  await locked(connect, 'later', say, ({ client }) => runMissing(client, connect, say, migrations));
}

/** Undoes the newest migrations down to and with the named one; all of them without a name. For tests, while nobody writes. */
export async function undoMigrations(client: pg.Client, to = migrations[0]?.name ?? ''): Promise<void> {
  const lock = await takeMigrationLock(client, 'now', () => undefined);
  try {
    const ran = await readNotes(client);
    for (const { name, down } of migrations.toReversed()) {
      if (name < to || !ran.has(name)) continue;
      await client.query(down);
      await client.query('delete from migrations where name = $1', [name]);
    }
    await lock.commit();
  } finally {
    await lock.release();
  }
}

async function locked(
  connect: Connect,
  which: 'now' | 'later',
  say: Say,
  work: (lock: MigrationLock) => Promise<void>,
): Promise<void> {
  const client = await connect();
  try {
    const lock = await takeMigrationLock(client, which, say);
    try {
      await work(lock);
    } finally {
      await lock.release();
    }
  } finally {
    await client.end();
  }
}

async function isNew(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_new: boolean }>(
    `select to_regclass('submissions') is null and to_regclass('agents') is null as is_new`,
  );
  return rows[0]?.is_new ?? false;
}

async function readNotes(client: pg.Client): Promise<Set<string>> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    `select to_regclass('migrations') is not null as is_there`,
  );
  if (!found[0]?.is_there) return new Set();
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map(({ name }) => name));
}

/** Nobody is there to be held up and nothing to be filled: all in the lock's own transaction, and so all or nothing. */
async function makeAll({ client, commit }: MigrationLock, wanted: readonly Migration[]): Promise<void> {
  await client.query(notesTable);
  for (const { name, ahead = [], up = '' } of wanted) {
    const prepared = ahead.map((step) => {
      if (typeof step === 'string') return step;
      return 'index' in step ? indexSql(step) : '';
    });
    await client.query([...prepared, up].join(';\n'));
    await client.query(note, [name]);
  }
  await commit();
}

async function runMissing(lock: pg.Client, connect: Connect, say: Say, due: readonly Migration[]): Promise<void> {
  const ran = await readNotes(lock);
  const missing = due.filter(({ name }) => !ran.has(name));
  if (missing.length === 0) return;
  const client = await connect();
  try {
    // Without the lock somebody else may begin.
    lock.once('end', () => void client.end());
    await client.query(notesTable);
    for (const migration of missing) await runBesideWriters({ client, say }, migration).catch(sayWhyOf(migration));
  } finally {
    await client.end();
  }
}

const duplicateTable = '42P07';

function sayWhyOf({ name }: Migration) {
  return (error: unknown): never => {
    if (!(error instanceof pg.DatabaseError) || error.code !== duplicateTable) throw error;
    throw new StartError(
      `The database holds what the migration ${name} makes, but no note that it ran; nothing was changed. If version 0.1.0 was cut off there, run: insert into migrations (name) values ('${name}').`,
    );
  };
}
