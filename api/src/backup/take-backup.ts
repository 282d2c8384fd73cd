import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectOnce } from '../database/connection.ts';
import { StartError } from '../process.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { copyTablesOut } from './copy-tables.ts';
import { type DatabaseManifest, format, headName, type Manifest, manifestName } from './manifest.ts';

export interface BackupSource {
  dataDir: string;
  siteConfigFile: string;
  /** The URL of the bucket, if releases are in one. */
  bucket: string | undefined;
  /** Null leaves the database out. */
  databaseUrl: string | null;
}

/** Attempts. A release that is pruned during the copy makes all files be read again. */
const maxTries = 3;

class VanishedError extends Error {
  override readonly name = 'VanishedError';
}

/** Writes an archive of all data of a running site. */
export async function takeBackup(file: string, source: BackupSource): Promise<Manifest> {
  for (let left = maxTries - 1; ; left -= 1) {
    const writer = new ArchiveWriter(file);
    try {
      return await writeAll(writer, source);
    } catch (error) {
      await writer.abandon();
      if (!(error instanceof VanishedError)) throw error;
      if (left === 0)
        throw new StartError(`Files were removed during the backup, ${maxTries} times (${error.message}): try again.`);
    }
  }
}

async function writeAll(writer: ArchiveWriter, source: BackupSource): Promise<Manifest> {
  const { dataDir, siteConfigFile, bucket, databaseUrl } = source;
  const head = { format, version: projectVersion(), madeAt: new Date().toISOString() } as const;
  await writer.addText(headName, JSON.stringify(head));
  await writer.addFile('site.json', readFileSync(siteConfigFile));
  const database = databaseUrl === null ? null : await addDatabase(writer, databaseUrl);
  // Mail is copied after the database, so that every mail that is delivered in the database has its file. A newer mail file
  // only causes a second delivery.
  for (const part of ['keys', 'mail', ...(bucket === undefined ? ['releases'] : [])])
    await addPart(writer, dataDir, part);
  const manifest: Manifest = {
    ...head,
    database,
    releases: { store: bucket ?? 'folder' },
    members: writer.members,
  };
  await writer.addText(manifestName, JSON.stringify(manifest));
  await writer.finish();
  return manifest;
}

async function addDatabase(writer: ArchiveWriter, databaseUrl: string): Promise<DatabaseManifest> {
  const client = await connectOnce(databaseUrl);
  try {
    return await copyTablesOut(client, writer);
  } finally {
    await client.end();
  }
}

async function addPart(writer: ArchiveWriter, dataDir: string, part: string): Promise<void> {
  if (!existsSync(join(dataDir, part))) return;
  for (const { name, mode, isFolder } of listBelow(dataDir, part).toSorted(namingFirst)) {
    if (isFolder) await writer.addFolder(name, mode);
    else
      await writer.addFile(
        name,
        orVanished(() => readFileSync(join(dataDir, name))),
        mode,
      );
  }
}

interface Listed {
  /** Relative to the data folder. */
  name: string;
  mode: number;
  isFolder: boolean;
}

/** Unfinished files, abandoned or in progress. Nothing ever reads them. */
const unfinished = /^\.writing-|\.(?:unfinished|part)$/;

/** A folder with its content, each folder before its files. Links are skipped. */
function listBelow(dataDir: string, folder: string): Listed[] {
  const path = join(dataDir, folder);
  const entries = orVanished(() => readdirSync(path, { withFileTypes: true }));
  const below = entries
    .filter(({ name }) => !unfinished.test(name))
    .flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listBelow(dataDir, name);
      return entry.isFile() ? [{ name, mode: modeOf(join(dataDir, name)), isFolder: false }] : [];
    });
  return [{ name: folder, mode: modeOf(path), isFolder: true }, ...below];
}

/**
 * Files that name others come first. A writer creates the named file before the name, so the copy of a running site holds
 * everything that it names. The order is otherwise kept.
 */
function namingFirst(one: Listed, other: Listed): number {
  const rank = ({ name }: Listed) => {
    if (!name.includes('/')) return 0;
    return /^releases\/(compositions|rights|changes|signatures|heads)(\/|$)/.test(name) ? 1 : 2;
  };
  return rank(one) - rank(other);
}

function modeOf(path: string): number {
  return orVanished(() => statSync(path)).mode & 0o777;
}

function orVanished<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new VanishedError((error as Error).message);
  }
}

/** The root is three folders up from this file's source and from its build. */
function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
