import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { connectOnce } from '../database/connection.ts';
import { StartError } from '../process.ts';
import { ArchiveWriter, type DatabaseManifest, format, headName, type Manifest, manifestName } from './archive.ts';
import { copyTablesOut } from './copy-tables.ts';

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

export async function takeBackup(file: string, source: BackupSource): Promise<Manifest> {
  const siteConfig = readFileSync(source.siteConfigFile);
  for (let left = maxTries - 1; ; left -= 1) {
    const writer = new ArchiveWriter(file);
    try {
      return await writeAll(writer, source, siteConfig);
    } catch (error) {
      await writer.abandon();
      const { code, message, path } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || path === writer.unfinished) throw error;
      if (left === 0)
        throw new StartError(`Files were removed during the backup, ${maxTries} times (${message}): try again.`);
    }
  }
}

async function writeAll(writer: ArchiveWriter, source: BackupSource, siteConfig: Buffer): Promise<Manifest> {
  const { dataDir, bucket, databaseUrl } = source;
  const head = { format, version: projectVersion(), madeAt: new Date().toISOString() } as const;
  await writer.addText(headName, JSON.stringify(head));
  await writer.addFile('site.json', siteConfig);
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

/** Unfinished files, abandoned or in progress. Nothing ever reads them. */
const unfinished = /\/\.writing-|\.(?:unfinished|part)$/;

/** A folder with its content, each folder before its files. Links are skipped. */
async function addPart(writer: ArchiveWriter, dataDir: string, part: string): Promise<void> {
  if (!existsSync(join(dataDir, part))) return;
  const below = readdirSync(join(dataDir, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((name) => !unfinished.test(name));
  for (const name of [part, ...below.toSorted(namingFirst)]) {
    const path = join(dataDir, name);
    const stats = statSync(path);
    const mode = stats.mode & 0o777;
    if (stats.isDirectory()) await writer.addFolder(name, mode);
    else await writer.addFile(name, readFileSync(path), mode);
  }
}

/**
 * Files that name others come first. A writer creates the named file before the name, so the copy of a running site holds
 * everything that it names. The order is otherwise kept.
 */
function namingFirst(one: string, other: string): number {
  const isOther = (name: string) =>
    Number(!/^releases\/(compositions|rights|changes|signatures|heads)(\/|$)/.test(name));
  return isOther(one) - isOther(other);
}

/** The root is three folders up from this file's source and from its build. */
function projectVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
