import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import pg from 'pg';
import { findBinaries } from '../database/embedded/binaries.ts';
import { createCluster, databaseName, databaseOwner } from '../database/embedded/cluster.ts';
import { flushFolder } from '../database/embedded/durable-writes.ts';
import { clusterOf, formerClusters, hasCluster, majorOfServer } from '../database/embedded/find-cluster.ts';
import { clearStaleLock, holdFolder } from '../database/embedded/locks.ts';
import { passwordOf } from '../database/embedded/password.ts';
import { choosePlace, elsewhereOf, type Place, withReadableBinaries } from '../database/embedded/place.ts';
import { startServer } from '../database/embedded/server.ts';
import { StartError } from '../settings/start-error.ts';
import { copyDatabase } from './copy-database.ts';

/** The new cluster until it is whole. */
const workName = 'upgrade';

/**
 * Brings the embedded database from another major version of PostgreSQL to the one that we ship: a new cluster is made and
 * filled beside the old one, held against it row by row, and takes its place. The old one stays as `cluster-<major>`.
 *
 * @param binaries the folder of the old version's `bin`, `lib` and `share`.
 * @returns what was done, in a sentence.
 */
export async function upgradeDatabase(dataDir: string, binaries: string): Promise<string> {
  const major = majorOf(binaries);
  if (major === majorOfServer)
    throw new StartError(
      `${binaries} is PostgreSQL ${major}, which this version runs itself: there is nothing to upgrade from.`,
    );
  return whileHeld(dataDir, major, async (place) => {
    const { folder } = place;
    if (!hasCluster(folder, major)) throw new StartError(`There is no database in ${folder}: nothing was changed.`);
    const former = join(folder, `cluster-${major}`);
    if (existsSync(former))
      throw new StartError(`${former} is there already: --undo brings it back, --discard removes it.`);
    const work = join(folder, workName);
    rmSync(work, { recursive: true, force: true });
    const rows = await fill(place, { ...place, binaries: resolve(binaries) }, work);
    renameSync(clusterOf(folder), former);
    renameSync(clusterOf(work), clusterOf(folder));
    flushFolder(folder);
    rmSync(work, { recursive: true });
    return `The database runs with PostgreSQL ${majorOfServer} now: ${rows} rows. That of ${major} is kept in ${former}: --undo brings it back as it was, --discard removes it.`;
  });
}

/** Brings the old cluster back, and keeps the new one aside: what was written since is in that one alone. */
export async function undoUpgrade(dataDir: string): Promise<string> {
  return whileHeld(dataDir, undefined, async ({ folder }) => {
    const [former] = formerClusters(folder);
    if (former === undefined) throw new StartError(`There is no upgrade in ${folder} that could be undone.`);
    const undone = join(folder, `undone-${Date.now()}`);
    if (existsSync(clusterOf(folder))) renameSync(clusterOf(folder), undone);
    renameSync(join(folder, former), clusterOf(folder));
    flushFolder(folder);
    const since = existsSync(undone) ? ` What was written since is in ${undone}.` : '';
    return `The database of PostgreSQL ${former.replace('cluster-', '')} is back, for the version of this project that runs it.${since}`;
  });
}

/** Removes the old cluster for good. */
export async function discardOld(dataDir: string): Promise<string> {
  return whileHeld(dataDir, undefined, async ({ folder }) => {
    const old = readdirSync(folder).filter((name) => /^(cluster-\d+|undone-\d+)$/.test(name));
    if (old.length === 0 || !hasCluster(folder))
      throw new StartError(`There is no old database in ${folder}: nothing was removed.`);
    for (const name of old) rmSync(join(folder, name), { recursive: true });
    return `Removed ${old.join(', ')}.`;
  });
}

/** With nobody else on the data folder. Without a major version, whichever cluster is there. */
async function whileHeld<Result>(
  dataDir: string,
  major: string | undefined,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(dataDir))
    throw new StartError(`There is no data folder ${dataDir}: set DATA_DIR to that of the site.`);
  const release = await takeProcessLock(join(dataDir, 'site.lock')).catch((error: unknown) => {
    if (!(error instanceof LockHeldError)) throw error;
    throw new StartError(`A site (process ${error.pid}) runs on ${dataDir}: stop it first.`);
  });
  try {
    const wanted = join(dataDir, 'postgres');
    const place = major === undefined ? placeOfFormer(wanted) : await choosePlace(wanted, major);
    const leave = await holdFolder(place.folder);
    try {
      return await work(place);
    } finally {
      leave();
    }
  } finally {
    release();
  }
}

/** Where an upgrade left something, looked at only. */
function placeOfFormer(wanted: string): Place {
  const folder = [wanted, elsewhereOf(wanted)].find((each) => formerClusters(each).length > 0) ?? wanted;
  return { folder, binaries: '', account: { prefix: [] } };
}

async function fill(place: Place, old: Place, work: string): Promise<number> {
  const password = passwordOf(place.folder, { isNew: false });
  await makeFolder(work, 0o711);
  const copied = withReadableBinaries({ ...place, binaries: findBinaries() });
  const fresh = { ...copied, folder: work };
  await createCluster(fresh, password);
  await clearStaleLock(clusterOf(old.folder), () => undefined);
  const from = await startServer(old, 0);
  try {
    const to = await startServer(fresh, 0);
    try {
      return await copyAll(from.port, to.port, password);
    } finally {
      await to.stop();
    }
  } finally {
    await from.stop();
  }
}

async function copyAll(oldPort: number, newPort: number, password: string): Promise<number> {
  const connect = async (port: number, database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: databaseOwner, password, database });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const admin = await connect(newPort, 'postgres');
  await admin.query(`create database ${databaseName}`);
  await admin.end();
  const from = await connect(oldPort, databaseName);
  const to = await connect(newPort, databaseName);
  try {
    await refuseOthers(from);
    return await copyDatabase(from, to, { port: oldPort, user: databaseOwner, password, database: databaseName }, () =>
      connect(newPort, databaseName),
    );
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}

async function refuseOthers(from: pg.Client): Promise<void> {
  const { rows } = await from.query<{ name: string }>(
    `select datname as name from pg_database where not datistemplate and datname not in ('postgres', $1)`,
    [databaseName],
  );
  if (rows.length === 0) return;
  throw new StartError(
    `The old server holds databases that are not this site's (${rows.map(({ name }) => name).join(', ')}): move them elsewhere first; nothing was changed.`,
  );
}

function majorOf(binaries: string): string {
  try {
    const said = execFileSync(join(binaries, 'bin', 'postgres'), ['--version'], { encoding: 'utf8', env: {} });
    const major = /\(PostgreSQL\) (\d+)/.exec(said)?.[1];
    if (major !== undefined) return major;
  } catch {
    // Said below.
  }
  throw new StartError(
    `${binaries} holds no PostgreSQL (no bin/postgres that runs here): name the folder of the old version's bin, lib and share by --binaries.`,
  );
}
