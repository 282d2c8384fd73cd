import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../settings/start-error.ts';
import { flushFolder, writeDurably } from './durable-writes.ts';
import { clusterOf } from './find-cluster.ts';

const markOf = (folder: string) => join(folder, 'made');

/** Leaves word beside a database that there is one. */
export function noteMade(folder: string): void {
  const mark = markOf(folder);
  if (existsSync(mark)) return;
  writeDurably(mark, `${new Date().toISOString()}\n`);
  flushFolder(folder);
}

/**
 * An empty database in the place of one that somebody moved away, or whose disk is not mounted, would look like lost leads,
 * and what is sent meanwhile would be in another one than the rest.
 *
 * @throws StartError where there was a database and none is there now; nothing is changed.
 */
export function refuseLostCluster(folder: string): void {
  const mark = markOf(folder);
  if (!existsSync(mark)) return;
  throw new StartError(
    `The database in ${clusterOf(folder)} is gone (there was one since ${readFileSync(mark, 'utf8').trim()}): nothing was changed; mount its disk, put it back from a copy, or remove ${mark} to begin with an empty database.`,
  );
}
