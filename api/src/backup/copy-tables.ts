import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { migrations, readMigrations, runMissing } from '../database/migrate.ts';
import { StartError } from '../process.ts';
import { type ArchiveEntry, type ArchiveWriter, type DatabaseManifest, tables } from './archive.ts';

/** Overrides limits and formats that a server may set for its users. */
const sessionSettings = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local datestyle = 'ISO'`;

/**
 * Adds a consistent snapshot of every table to an archive while others write.
 * @throws StartError for the database of another version of this program, which may have unknown tables
 */
export async function copyTablesOut(client: pg.Client, writer: ArchiveWriter): Promise<DatabaseManifest> {
  await client.query(`begin isolation level repeatable read read only; ${sessionSettings}`);
  const executed = await readMigrations(client);
  const other = [...executed, ...migrations.map(({ name }) => name)].find(
    (name) => !executed.includes(name) || !migrations.some((migration) => migration.name === name),
  );
  if (other !== undefined) {
    throw new StartError(
      `The database is that of another version of this program (migration ${other}): back it up with the version that runs it.`,
    );
  }
  const columns: DatabaseManifest['tables'] = {};
  for (const table of tables) {
    columns[table] = await columnsOf(client, table);
    await copyTableOut(client, writer, table, columns[table]);
  }
  // Snapshots do not include sequences, so they are read last: their values are then at least those in the copied rows.
  const sequences = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = current_schema() and sequencename = any($1) and last_value is not null`,
    [tables.map((table) => `${table}_id_seq`)],
  );
  await client.query('commit');
  return {
    migrations: executed,
    tables: columns,
    sequences: Object.fromEntries(sequences.rows.map(({ name, last }) => [name, last])),
  };
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** A temporary file holds the copy, because its size must be known before a member's content. */
async function copyTableOut(client: pg.Client, writer: ArchiveWriter, table: string, columns: string[]): Promise<void> {
  const file = `${writer.unfinished}.table`;
  try {
    const rows = client.query(to(`copy ${table} (${listOf(client, columns)}) to stdout`));
    await pipeline(rows, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
    await writer.addStream(`database/${table}`, createReadStream(file), statSync(file).size);
  } finally {
    rmSync(file, { force: true });
  }
}

/** @throws StartError for the backup of a newer version of this program */
export function refuseNewerBackup(file: string, { migrations: wanted }: DatabaseManifest): void {
  const unknown = wanted.find((name, index) => migrations[index]?.name !== name);
  if (unknown === undefined) return;
  throw new StartError(
    `${file} was made by a newer version of this program (migration ${unknown}), and nothing was changed: restore it with that version.`,
  );
}

/**
 * Begins a transaction that creates the tables of a backup in an empty database. `copyTableIn` fills them and
 * `finishTables` commits.
 * @throws StartError for a database that is not empty
 */
export async function beginTables(client: pg.Client, { migrations: wanted }: DatabaseManifest): Promise<void> {
  await client.query(`begin; ${sessionSettings}`);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relname = any($1)`,
    [['migrations', ...tables]],
  );
  if (rows.length > 0) {
    throw new StartError(
      `The database is not empty (it has ${rows.map(({ name }) => name).join(', ')}), and nothing was changed: restore into a new one.`,
    );
  }
  await runMissing(client, wanted.at(-1));
  // Migrations insert rows that the backup contains, too.
  await client.query(`truncate ${tables.join(', ')}`);
}

/**
 * Fills a table from its member of an archive.
 * @param name the member's name
 */
export async function copyTableIn(
  client: pg.Client,
  { tables: columns }: DatabaseManifest,
  name: string,
  content: ArchiveEntry,
): Promise<void> {
  const table = tables.find((each) => name === `database/${each}`);
  const its = table && columns[table];
  if (!its)
    throw new StartError(`The backup holds ${JSON.stringify(name)}, which no backup has: nothing was restored.`);
  await pipeline(content, client.query(from(`copy ${table} (${listOf(client, its)}) from stdin`)));
}

export async function finishTables(client: pg.Client, { sequences }: DatabaseManifest): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await client.query('select setval($1::regclass, $2::bigint)', [client.escapeIdentifier(name), last]);
  await client.query('commit');
}

function listOf(client: pg.Client, columns: readonly string[]): string {
  return columns.map((name) => client.escapeIdentifier(name)).join(', ');
}
