import { chmodSync, createWriteStream, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from 'kit/server/make-folder';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { restoringName } from 'kit/server/unfinished-restore';
import type pg from 'pg';
import { connectOnce } from '../database/connection.ts';
import { flushFolder, unwritableFolder } from '../database/embedded/durable-writes.ts';
import { StartError } from '../process.ts';
import { beginTables, copyTableIn, finishTables, refuseNewerBackup } from './copy-tables.ts';
import { withEmbedded } from './embedded-database.ts';
import { type Manifest, manifestName } from './manifest.ts';
import { checkArchive, eachMember } from './read-archive.ts';

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
    if (!manifest.database) await unpack(file, dataDir, manifest, null);
    else if (databaseUrl !== undefined) await restoreInto(databaseUrl, file, dataDir, manifest);
    else {
      makeRestoring(dataDir);
      await withEmbedded(dataDir, (url) => restoreInto(url, file, dataDir, manifest), { isRestored: true });
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

async function restoreInto(databaseUrl: string, file: string, dataDir: string, manifest: Manifest): Promise<void> {
  const client = await connectOnce(databaseUrl);
  try {
    await unpack(file, dataDir, manifest, client);
  } finally {
    await client.end();
  }
}

async function unpack(file: string, dataDir: string, manifest: Manifest, client: pg.Client | null): Promise<void> {
  const { database, members } = manifest;
  if (client && database) await beginTables(client, database);
  const unpackFolder = makeRestoring(dataDir);
  const modes = new Map(members.map(({ name, mode }) => [name, mode]));
  const folders: string[] = [];
  await eachMember(file, async (name, entry) => {
    const path = join(unpackFolder, name);
    if (name === manifestName) {
      entry.resume();
    } else if (client && database && name.startsWith('database/')) {
      await copyTableIn(client, database, name, entry);
    } else if (entry.header.type === 'directory') {
      entry.resume();
      mkdirSync(path, { recursive: true, mode: 0o700 });
      folders.push(name);
    } else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      chmodSync(path, modes.get(name) ?? 0o600);
    }
  });
  // Folder modes come last, because nothing can be written into a read-only folder.
  for (const name of folders.reverse()) {
    chmodSync(join(unpackFolder, name), modes.get(name) ?? 0o700);
    flushFolder(join(unpackFolder, name));
  }
  if (client && database) await finishTables(client, database);
}

function nameParts(dataDir: string): void {
  const unpackFolder = join(dataDir, restoringName);
  for (const name of readdirSync(unpackFolder)) renameSync(join(unpackFolder, name), join(dataDir, name));
  flushFolder(dataDir);
  rmSync(unpackFolder, { recursive: true });
  flushFolder(dataDir);
}
