import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../process.ts';
import { writeDurably } from './durable-writes.ts';

/** The major version of the bundled PostgreSQL. */
const majorOfServer = '18';

/** PostgreSQL does not start without each of these, and no other file replaces them. */
const needed = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

/** The modes that PostgreSQL refuses: write for the group, anything for others. */
const tooOpen = 0o027;

export const clusterOf = (folder: string) => join(folder, 'cluster');

/**
 * True if the folder holds a cluster of the bundled PostgreSQL, false if it is empty or missing. It changes nothing.
 * @throws StartError about any other content, which may be the remains of a site's leads
 */
export function hasCluster(folder: string): boolean {
  const cluster = clusterOf(folder);
  const found = statOf(cluster);
  if (!found) return false;
  if (!found.isDirectory()) {
    throw new StartError(`${cluster} is no folder: move it away, and put the database's folder back if there is one.`);
  }
  if (isEmpty(cluster)) return false;
  checkWhole(cluster);
  if ((found.mode & tooOpen) !== 0) {
    throw new StartError(`Other users of this system may enter the database in ${cluster}: chmod 700 ${cluster}.`);
  }
  return true;
}

function statOf(cluster: string): Stats | undefined {
  const found = readable(cluster, () => statSync(cluster, { throwIfNoEntry: false }));
  if (found || !lstatSync(cluster, { throwIfNoEntry: false })) return found;
  throw new StartError(`${cluster} is a link to a folder that is not there: mount its disk, or correct the link.`);
}

/** An empty folder behind a link is probably a disk that is not mounted. */
function isEmpty(cluster: string): boolean {
  if (readable(cluster, () => readdirSync(cluster)).length > 0) return false;
  if (!lstatSync(cluster).isSymbolicLink()) return true;
  throw new StartError(
    `${cluster} is a link to ${realpathSync(cluster)}, which is empty: mount its disk, or remove the link to begin with an empty database.`,
  );
}

function checkWhole(cluster: string): void {
  const missing = needed.filter((path) => !existsSync(join(cluster, path)));
  if (missing.length > 0) {
    throw new StartError(
      `The database in ${cluster} is incomplete (${missing.join(', ')} missing): nothing was changed; put it back from a copy, or move ${dirname(cluster)} away to begin with an empty database.`,
    );
  }
  const found = readVersion(cluster);
  if (found === majorOfServer) return;
  throw new StartError(
    `The database in ${cluster} was made by PostgreSQL ${found} and this is ${majorOfServer}, and nothing was changed: run "npm run backup -- site.tar.gz" with the version of this project that ran it, then "DATA_DIR=<a new folder> npm run restore -- site.tar.gz" with this one (docs/data-folder.md).`,
  );
}

function readVersion(cluster: string): string {
  const file = join(cluster, 'PG_VERSION');
  const text = readable(file, () => readFileSync(file, 'utf8')).trim();
  if (/^\d+(\.\d+)?$/.test(text)) return text;
  throw new StartError(`${file} is damaged: nothing was changed; put the folder back from a copy.`);
}

function readable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'EACCES' || code === 'EPERM'
        ? `The database in ${path} belongs to another user of this system: start as that user, or set DATA_DIR to another folder.`
        : `The database in ${path} cannot be read (${code}): check the disk, and nothing was changed.`,
    );
  }
}

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
