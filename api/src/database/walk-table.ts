import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailableError } from './connection.ts';
import type { Database } from './database.ts';

/** The ids of one batch: at first, and where even that takes too long. */
const maxRows = 5000;
const minRows = 50;
/** Between a batch that got no answer in time and the next try of a smaller one, in milliseconds. */
const pauseMs = 500;

/** A batch has the rows whose id is above `after` and not above `upTo`. */
export interface Batch extends Record<string, unknown> {
  after: number;
  upTo: number;
}

/** The condition of SQL for the rows of a batch, whose values are bound under their names. */
export const inBatch = (table: string) => `${table}.id > $after::bigint and ${table}.id <= $upTo::bigint`;

export interface Progress {
  table: string;
  percent: number;
}

/** A table was not read to its end, because the database gave no answer to even a small batch. */
export class WalkError extends DatabaseUnavailableError {
  override name = 'WalkError';

  constructor(
    readonly progress: Progress,
    cause: unknown,
  ) {
    super(cause);
  }
}

/**
 * Reads all rows that a table has now, however many, in batches by id: for questions that no index answers, which one
 * statement over the whole table would not answer in time. A batch without an answer in time is tried again with a
 * quarter of the rows, and later batches grow again.
 *
 * @param work runs its statement on one batch, twice where the first run got no answer. `true` ends the walk.
 * @param report is called after each batch.
 * @throws WalkError when the database does not answer for a batch of 50 rows either.
 */
export async function walkTable(
  database: Database,
  table: string,
  work: (batch: Batch) => Promise<boolean>,
  report: (progress: Progress) => void = () => undefined,
): Promise<void> {
  const [ends] = await database.run<{ first: number | null; last: number | null }>(
    `select min(id)::float8 as first, max(id)::float8 as last from ${table}`,
  );
  if (!ends || ends.first === null || ends.last === null) return;
  const { first, last } = ends;
  const progressAt = (id: number): Progress => ({
    table,
    percent: Math.floor((100 * (id - first + 1)) / (last - first + 1)),
  });
  let after = first - 1;
  for (let rows = maxRows; after < last; ) {
    try {
      const upTo = Math.min(last, after + rows);
      if (await work({ after, upTo })) return;
      after = upTo;
      report(progressAt(after));
      rows = Math.min(maxRows, rows * 2);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      if (rows === minRows) throw new WalkError(progressAt(after), error);
      rows = Math.max(minRows, Math.floor(rows / 4));
      await sleep(pauseMs);
    }
  }
}
