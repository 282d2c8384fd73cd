import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../settings/start-error.ts';
import { writeDurably } from './durable-writes.ts';
import { clusterOf, hasCluster } from './find-cluster.ts';

const markOf = (folder: string) => join(folder, 'kept-elsewhere');

/**
 * Notes in a data folder that its database is in another one, because copying the folder copies no database.
 * @param folder the folder of the site, without the database
 */
export function noteClusterElsewhere(folder: string, elsewhere: string): void {
  if (read(folder) !== elsewhere) writeDurably(markOf(folder), elsewhere);
}

/**
 * Creating an empty database in place of one elsewhere would look like lost leads.
 * @param elsewhere the location of this folder's database, if it is not inside
 * @throws StartError if the database is in neither place; nothing is changed
 */
export function refuseWithoutItsDatabase(folder: string, elsewhere: string): void {
  const noted = read(folder);
  if (noted === undefined || hasCluster(folder)) return;
  if (noted === elsewhere && existsSync(clusterOf(elsewhere))) return;
  throw new StartError(
    `The database of this site lies in ${noted}, not in ${folder}, and a copy of the folder has none: nothing was changed; run "npm run backup" where the site runs and restore that (docs/data-folder.md), or remove ${markOf(folder)} to begin with an empty database.`,
  );
}

function read(folder: string): string | undefined {
  const file = markOf(folder);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
