import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { openBaseBackup } from '../database/embedded/base-backup.ts';
import { majorOfServer } from '../database/embedded/find-cluster.ts';
import { StartError } from '../settings/start-error.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { listFolder, VanishedError } from './list-folder.ts';
import { clusterPrefix, format, headName, type Manifest, manifestName, passwordName } from './manifest.ts';
import { platform, projectVersion } from './this-project.ts';

export interface BackupSource {
  dataDir: string;
  siteConfigFile: string;
  /** The address of a bucket, when releases are in one. */
  bucket: string | undefined;
  /** Of the embedded database; null leaves it out. */
  databaseUrl: string | null;
}

/** A file went while the folder was copied: a release was pruned. Then all is read anew. */
const tries = 3;

/** Writes an archive of everything that a site keeps, while it runs. */
export async function takeBackup(file: string, source: BackupSource): Promise<Manifest> {
  for (let left = tries - 1; ; left -= 1) {
    const writer = new ArchiveWriter(file);
    try {
      return await writeAll(writer, source);
    } catch (error) {
      await writer.abandon();
      if (!(error instanceof VanishedError)) throw error;
      if (left === 0)
        throw new StartError(`What is backed up was removed meanwhile, ${tries} times (${error.message}): try again.`);
    }
  }
}

async function writeAll(writer: ArchiveWriter, source: BackupSource): Promise<Manifest> {
  const { dataDir, siteConfigFile, bucket, databaseUrl } = source;
  const head = { format, version: projectVersion(), madeAt: new Date().toISOString() } as const;
  await writer.addFile(headName, JSON.stringify(head), 0o600, { isListed: false });
  await writer.addFile('site.json', readFileSync(siteConfigFile));
  if (databaseUrl !== null) {
    // As it stands in the address: the file may lie where the database does, outside of the data folder.
    await writer.addFile(passwordName, new URL(databaseUrl).password);
    await addDatabase(writer, await openBaseBackup(databaseUrl));
  }
  // Mail behind the database: what that calls delivered lies in a file by then, while a file too many is delivered once more.
  for (const part of ['keys', 'mail', ...(bucket === undefined ? ['releases'] : [])])
    await addPart(writer, dataDir, part);
  const manifest: Manifest = {
    ...head,
    database: databaseUrl === null ? null : { major: majorOfServer, platform: platform() },
    releases: { store: bucket ?? 'folder' },
    members: writer.members,
  };
  await writer.addFile(manifestName, JSON.stringify(manifest), 0o600, { isListed: false });
  await writer.finish();
  return manifest;
}

async function addPart(writer: ArchiveWriter, dataDir: string, part: string): Promise<void> {
  const folder = join(dataDir, part);
  if (!existsSync(folder)) return;
  for (const { name, mode, read } of listFolder(folder)) {
    const path = name === '' ? part : `${part}/${name}`;
    if (read === undefined) await writer.addFolder(path, mode);
    else await writer.addFile(path, read(), mode);
  }
}

/** The tar of the server becomes members of ours, piece by piece: it is never on the disk as a whole. */
async function addDatabase(writer: ArchiveWriter, tar: Readable): Promise<void> {
  const entries = extract();
  tar.once('error', (error) => entries.destroy(error));
  tar.pipe(entries);
  let files = 0;
  for await (const entry of entries) {
    const { name, type, size = 0 } = entry.header;
    const path = `${clusterPrefix}${name.replace(/^\.\//, '')}`.replace(/\/+$/, '');
    if (type === 'file') {
      files += 1;
      await writer.addStream(path, entry as unknown as Readable, size);
      continue;
    }
    entry.resume();
    if (type !== 'directory')
      throw new StartError(`The database holds ${name}, which is neither a file nor a folder: it is not backed up so.`);
    if (path !== clusterPrefix.replace(/\/$/, '')) await writer.addFolder(path, 0o700);
  }
  if (files === 0) throw new StartError('The database gave no copy of itself: look into its log.');
}
