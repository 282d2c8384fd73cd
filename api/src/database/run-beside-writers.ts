import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../settings/start-error.ts';
import type { Fill, Migration, NewIndex, Step } from './migrations/migration.ts';

/**
 * So long a statement may wait for a table that somebody reads or writes at length (a backup, an export): whoever writes
 * meanwhile waits behind it. Then all go on for a moment before it is tried again.
 */
const lockTimeout = '1s';
const pauseMs = 1000;
const patienceMs = 10 * 60_000;

/** Not to be had in that time, and a deadlock that was ended by the database. */
const givesWay = ['55P03', '40P01'];

export const notesTable =
  'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())';

export const note = 'insert into migrations (name) values ($1)';

/** Where a migration is worked on: a connection in no transaction, beside those who write. */
export interface Workplace {
  client: pg.Client;
  say(sentence: string): void;
}

/** Runs a migration whose steps may be there already. */
export async function runBesideWriters(at: Workplace, { name, ahead = [], up = '' }: Migration): Promise<void> {
  for (const step of ahead) await runStep(at, name, step);
  await inMoment(at, name, async () => {
    await at.client.query(up);
    await at.client.query(note, [name]);
  });
}

async function runStep(at: Workplace, migration: string, step: Step): Promise<void> {
  if (typeof step === 'string') await inMoment(at, migration, () => at.client.query(step));
  else if ('index' in step) await buildIndex(at, migration, step);
  else await fillRows(at, migration, step);
}

/** In a transaction that gives way to those who read and write. */
function inMoment(at: Workplace, migration: string, work: () => Promise<unknown>): Promise<void> {
  return patiently(at, migration, async () => {
    await at.client.query(
      `begin; set local lock_timeout = '${lockTimeout}'; set local idle_in_transaction_session_timeout = '60s'`,
    );
    await work();
    await at.client.query('commit');
  });
}

/**
 * Does something that gives way to others, until it is done.
 * @throws StartError when somebody has held a table for ten minutes.
 */
async function patiently({ client, say }: Workplace, migration: string, work: () => Promise<void>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      return await work();
    } catch (error) {
      // A lost connection has rolled back already.
      await client.query('rollback').catch(() => undefined);
      if (!(error instanceof pg.DatabaseError) || !givesWay.includes(error.code ?? '')) throw error;
    }
    if (performance.now() > end) {
      throw new StartError(
        `The migration ${migration} has waited ten minutes for a table that another program holds: end what is oldest in "select pid, xact_start, query from pg_stat_activity order by xact_start", then start again. Forms were kept meanwhile.`,
      );
    }
    if (!hasSaid) say(`The migration ${migration} waits for a program that holds one of its tables.`);
    await sleep(pauseMs);
  }
}

/** Concurrently, which goes through the table twice and holds nobody up. What a killed start left half built goes first. */
function buildIndex(at: Workplace, migration: string, wanted: NewIndex): Promise<void> {
  return patiently(at, migration, async () => {
    const { rows } = await at.client.query<{ is_valid: boolean }>(
      'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
      [wanted.index],
    );
    if (rows[0]?.is_valid) return;
    if (rows[0]) {
      // The server may still be at it for a process that is gone.
      await at.client.query(
        'select pg_terminate_backend(pid) from pg_stat_progress_create_index where index_relid = to_regclass($1)',
        [wanted.index],
      );
      await at.client.query(`drop index concurrently if exists ${wanted.index}`);
    }
    at.say(`The migration ${migration} builds the index ${wanted.index}.`);
    await at.client.query(indexSql(wanted, 'concurrently'));
  });
}

export function indexSql({ index, is }: NewIndex, how: 'concurrently' | '' = ''): string {
  return is.replace(/^(unique )?on/, (_whole, unique = '') => `create ${unique}index ${how} ${index} on`);
}

/** Rests as long as it works, so that others have half of the disk and of a processor. */
async function fillRows(at: Workplace, migration: string, { fill }: Fill): Promise<void> {
  at.say(`The migration ${migration} goes through the forms that are there.`);
  let last: string | null = null;
  do {
    const began = performance.now();
    await patiently(at, migration, async () => {
      const { rows } = await at.client.query<{ last: string }>(fill, [last]);
      last = rows[0]?.last ?? null;
    });
    await sleep(performance.now() - began);
  } while (last !== null);
}
