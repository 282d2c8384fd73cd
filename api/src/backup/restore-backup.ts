import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { restoringName } from 'kit/server/unfinished-restore';
import { flushFolder } from '../database/embedded/durable-writes.ts';
import { clusterOf, hasCluster, majorOfServer } from '../database/embedded/find-cluster.ts';
import { holdFolder } from '../database/embedded/locks.ts';
import { type Account, choosePlace } from '../database/embedded/place.ts';
import { unwritableFolder } from '../database/embedded/unwritable-folder.ts';
import { StartError } from '../settings/start-error.ts';
import { clusterPrefix, type Manifest, type Member, manifestName, passwordName } from './manifest.ts';
import { type ArchiveEntry, checkArchive, eachMember, readMember } from './read-archive.ts';
import { platform } from './this-project.ts';

/** Locks, which every command on the folder leaves or has. */
const locks = /^site\.lock/;

/**
 * Puts a backup into a data folder that is empty or not there. All of it is looked through first, then unpacked beside where
 * it belongs, and gets its names last: a restore that was cut off leaves a folder that nothing starts on.
 *
 * @throws StartError in one sentence; nothing was changed then, but for a folder `restoring` when the disk gave up.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<Manifest> {
  const manifest = await checkArchive(file);
  refuseOtherMachine(file, manifest);
  await makeFolder(dataDir, 0o711).catch((error: unknown) => {
    throw unwritableFolder(dataDir, error);
  });
  const release = await holdDataFolder(dataDir);
  try {
    refuseNotEmpty(dataDir);
    if (manifest.database) await restoreWithDatabase(file, dataDir, manifest);
    else await unpack(file, dataDir, manifest, null);
    return manifest;
  } finally {
    release();
  }
}

function refuseOtherMachine(file: string, { database }: Manifest): void {
  if (database && database.major !== majorOfServer) {
    throw new StartError(
      `${file} holds a database of PostgreSQL ${database.major}, and this version runs ${majorOfServer}: restore it with the version that made it.`,
    );
  }
  if (database && database.platform !== platform()) {
    throw new StartError(
      `${file} was made on ${database.platform}, and the files of its database do not serve on ${platform()}: restore it on such a machine.`,
    );
  }
}

async function holdDataFolder(dataDir: string): Promise<() => void> {
  try {
    return await takeProcessLock(join(dataDir, 'site.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw unwritableFolder(dataDir, error);
    throw new StartError(
      `A site (process ${error.pid}) runs on ${dataDir}: stop it, and restore into an empty folder.`,
    );
  }
}

function refuseNotEmpty(dataDir: string): void {
  const there = readdirSync(dataDir).filter((name) => !locks.test(name));
  if (there.length === 0) return;
  throw new StartError(
    `${dataDir} is not empty (${there.slice(0, 3).join(', ')}${there.length > 3 ? ', ...' : ''}): nothing was changed; restore into an empty folder, named by DATA_DIR.`,
  );
}

async function restoreWithDatabase(file: string, dataDir: string, manifest: Manifest): Promise<void> {
  const { folder, account, note } = await choosePlace(join(dataDir, 'postgres'));
  if (note !== undefined) console.log(note);
  const release = await holdFolder(folder);
  try {
    if (hasCluster(folder))
      throw new StartError(
        `${clusterOf(folder)} holds a database already: nothing was changed; restore into another DATA_DIR.`,
      );
    await unpack(file, dataDir, manifest, { folder, account });
  } finally {
    release();
  }
}

interface DatabasePlace {
  folder: string;
  account: Account;
}

async function unpack(
  file: string,
  dataDir: string,
  manifest: Manifest,
  database: DatabasePlace | null,
): Promise<void> {
  const beside = join(dataDir, restoringName);
  // May be on another disk than the rest.
  const cluster = database && join(database.folder, 'restoring-cluster');
  mkdirSync(beside, { mode: 0o700 });
  flushFolder(dataDir);
  if (cluster) {
    rmSync(cluster, { recursive: true, force: true });
    makeOwned(cluster, 0o700, database.account);
  }
  const members = new Map(manifest.members.map((member) => [member.name, member]));
  const folders: [path: string, mode: number][] = [];
  await eachMember(file, async (name, entry) => {
    const inCluster = cluster !== null && name.startsWith(clusterPrefix);
    const path = inCluster ? join(cluster, name.slice(clusterPrefix.length)) : join(beside, name);
    if (name === manifestName) entry.resume();
    else
      await put(path, {
        file,
        name,
        entry,
        expected: members.get(name),
        folders,
        account: inCluster ? database?.account : undefined,
      });
  });
  // Last, since nothing can be put into a folder that may not be written.
  for (const [path, mode] of folders.reverse()) {
    chmodSync(path, mode);
    flushFolder(path);
  }
  nameParts(dataDir, beside, database && cluster ? { folder: database.folder, cluster } : null);
}

interface Put {
  file: string;
  name: string;
  entry: ArchiveEntry;
  expected: Member | undefined;
  folders: [path: string, mode: number][];
  account: Account | undefined;
}

/** Writes one member and holds it against the manifest once more: the file may have changed since it was looked through. */
async function put(path: string, { file, name, entry, expected, folders, account }: Put): Promise<void> {
  if (entry.header.type === 'directory') {
    entry.resume();
    makeOwned(path, 0o700, account);
    folders.push([path, expected?.mode ?? 0o700]);
    return;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  try {
    const { sha256 } = await readMember(name, entry, async (piece) => {
      await handle.writeFile(piece);
    });
    if (sha256 !== expected?.sha256)
      throw new StartError(`${file} changed while it was restored: remove the folder and restore again.`);
    await handle.chmod(expected.mode);
    if (account?.user) await handle.chown(account.user.uid, account.user.gid);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function makeOwned(path: string, mode: number, account: Account | undefined): void {
  mkdirSync(path, { mode });
  if (account?.user) chownSync(path, account.user.uid, account.user.gid);
}

/** The database last: while `restoring` is there, nothing starts. */
function nameParts(dataDir: string, beside: string, database: { folder: string; cluster: string } | null): void {
  for (const name of readdirSync(beside)) if (name !== 'postgres') renameSync(join(beside, name), join(dataDir, name));
  if (database) {
    renameSync(join(beside, passwordName), join(database.folder, 'password'));
    renameSync(database.cluster, clusterOf(database.folder));
    flushFolder(database.folder);
  }
  flushFolder(dataDir);
  rmSync(beside, { recursive: true });
  flushFolder(dataDir);
}
