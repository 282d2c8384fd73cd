import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../settings/start-error.ts';
import { flushFolder, writeDurably } from './durable-writes.ts';
import { clusterOf } from './find-cluster.ts';

const markOf = (folder: string) => join(folder, 'made');

/** Notes beside a database that it exists. */
export function noteMade(folder: string): void {
  const mark = markOf(folder);
  if (existsSync(mark)) return;
  writeDurably(mark, `${new Date().toISOString()}\n`);
  flushFolder(folder);
}

/**
 * Creating an empty database in place of one that was moved away, or whose disk is not mounted, would look like lost leads,
 * and new leads would be in another database than the rest.
 * @throws StartError if there was a database and there is none now; nothing is changed
 */
export function refuseLostCluster(folder: string): void {
  const mark = markOf(folder);
  if (!existsSync(mark)) return;
  throw new StartError(
    `The database in ${clusterOf(folder)} is gone (there was one since ${readFileSync(mark, 'utf8').trim()}): nothing was changed; mount its disk, put it back from a copy, or remove ${mark} to begin with an empty database.`,
  );
}
