import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Any numbers: what counts is that every process of this project uses the same. */
const keys = { now: 7_061_989, later: 7_061_990 };

const pollMs = 250;
const beatMs = 15_000;
const sayEveryMs = 60_000;

export interface MigrationLock {
  /** Its connection, in the lock's own transaction. */
  client: pg.Client;
  commit(): Promise<void>;
  /** Takes back what was done on its connection, unless that was committed. */
  release(): Promise<void>;
}

/**
 * Waits until no other process changes the schema, which takes as long as it takes while that one lives.
 *
 * The lock is an open transaction of a connection of its own: through a pooler, a lock of the session would stay behind with a
 * connection that others use. Who dies gives it back by that; whose process is frozen or cut off is ended by the server after
 * a minute without a beat. Nobody waits in the database for it: an index that is built beside writers waits for every statement
 * that began before, those that wait for its builder too.
 */
export async function takeMigrationLock(
  client: pg.Client,
  which: keyof typeof keys,
  say: (sentence: string) => void,
): Promise<MigrationLock> {
  await client.query(`begin; set local idle_in_transaction_session_timeout = '60s'`);
  let sayAt = performance.now() + sayEveryMs;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
      keys[which],
    ]);
    if (rows[0]?.mine) break;
    if (performance.now() > sayAt) {
      say('Another process is changing the database for this version: waiting for it.');
      sayAt += sayEveryMs;
    }
    await sleep(pollMs);
  }
  const beat = setInterval(() => void client.query('select 1').catch(() => undefined), beatMs);
  const end = async (how: 'commit' | 'rollback') => {
    clearInterval(beat);
    await client.query(how);
  };
  // A lost connection has rolled back already.
  return { client, commit: () => end('commit'), release: () => end('rollback').catch(() => undefined) };
}
