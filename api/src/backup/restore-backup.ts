import { chmodSync, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from 'kit/server/make-folder';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { restoringName } from 'kit/server/unfinished-restore';
import { connectOnce } from '../database/connection.ts';
import { flushFolder, unwritableFolder } from '../database/embedded/durable-writes.ts';
import { StartError } from '../process.ts';
import {
  type ArchiveEntry,
  checkArchive,
  type DatabaseManifest,
  eachMember,
  type Manifest,
  manifestName,
} from './archive.ts';
import { beginTables, copyTableIn, finishTables, refuseNewerBackup } from './copy-tables.ts';
import { withEmbedded } from './embedded-database.ts';

/** Lock files, which every command on the folder creates. */
const locks = /^site\.lock/;

/**
 * Restores a backup into an empty or missing data folder, and its database into the folder's embedded one or into the empty
 * database at `databaseUrl`. The whole archive is checked first. Files are unpacked to a temporary folder and renamed last,
 * and the database is committed as a whole: nothing starts on the folder of an interrupted restore.
 * @throws StartError in one sentence; nothing has changed then, except for a folder `restoring` if the disk was full
 */
export async function restoreBackup(
  file: string,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
): Promise<Manifest> {
  const manifest = await checkArchive(file);
  if (manifest.database) refuseNewerBackup(file, manifest.database);
  await makeFolder(dataDir, 0o711).catch((error: unknown) => {
    throw unwritableFolder(dataDir, error);
  });
  const release = await holdDataFolder(dataDir);
  try {
    refuseNotEmpty(dataDir);
    const { database } = manifest;
    if (!database) await unpack(file, dataDir);
    else if (databaseUrl !== undefined) await restoreInto(databaseUrl, file, dataDir, database);
    else {
      makeRestoring(dataDir);
      await withEmbedded(dataDir, (url) => restoreInto(url, file, dataDir, database), { isRestored: true });
    }
    nameParts(dataDir);
    return manifest;
  } finally {
    release();
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

/** Nothing starts while this folder exists. */
function makeRestoring(dataDir: string): string {
  const unpackFolder = join(dataDir, restoringName);
  mkdirSync(unpackFolder, { recursive: true, mode: 0o700 });
  flushFolder(dataDir);
  return unpackFolder;
}

async function restoreInto(
  databaseUrl: string,
  file: string,
  dataDir: string,
  database: DatabaseManifest,
): Promise<void> {
  const client = await connectOnce(databaseUrl);
  try {
    await beginTables(client, database);
    await unpack(file, dataDir, (name, entry) => copyTableIn(client, database, name, entry));
    await finishTables(client, database);
  } finally {
    await client.end();
  }
}

/** Unpacks files and folders. `restoreTable` gets the members of the database. */
async function unpack(
  file: string,
  dataDir: string,
  restoreTable?: (name: string, entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const unpackFolder = makeRestoring(dataDir);
  const folders: { path: string; mode: number }[] = [];
  await eachMember(file, async (name, entry) => {
    const { type, mode = 0o700 } = entry.header;
    const path = join(unpackFolder, name);
    if (restoreTable && name.startsWith('database/')) {
      await restoreTable(name, entry);
    } else if (name === manifestName) {
      entry.resume();
    } else if (type === 'directory') {
      entry.resume();
      mkdirSync(path, { recursive: true, mode: 0o700 });
      folders.push({ path, mode });
    } else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      chmodSync(path, mode);
    }
  });
  // Folder modes come last, because nothing can be written into a read-only folder.
  for (const { path, mode } of folders.reverse()) {
    chmodSync(path, mode);
    flushFolder(path);
  }
}

function nameParts(dataDir: string): void {
  const unpackFolder = join(dataDir, restoringName);
  for (const name of readdirSync(unpackFolder)) renameSync(join(unpackFolder, name), join(dataDir, name));
  flushFolder(dataDir);
  rmSync(unpackFolder, { recursive: true });
  flushFolder(dataDir);
}
