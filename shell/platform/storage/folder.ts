import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from 'kit/server/text';
import { createFileOnce, replaceFile, syncFolder, unfinishedPrefix, unwritable } from './durable-files.ts';
import {
  checkKey,
  type GetOptions,
  maxRecordBytes,
  type ObjectInfo,
  type ObjectStorage,
  type PutOptions,
  type StoredObject,
} from './object-storage.ts';
import { fileErrorCode, ReleaseError } from './release-error.ts';

const orphanedAfter = 24 * 3_600_000;

/** Stores objects as files of a folder, on a local disk or a shared volume. */
export class FolderStorage implements ObjectStorage {
  readonly place: string;
  /** Always null: a read of the folder reports its own error. */
  readonly trouble = null;
  readonly #synced = new Set<string>();

  constructor(folder: string) {
    this.place = folder;
  }

  now(): number {
    return Date.now();
  }

  get(key: string, options?: Omit<GetOptions, 'unlessVersion'>): Promise<StoredObject | null>;
  get(key: string, options: GetOptions): Promise<StoredObject | 'unchanged' | null>;
  async get(
    key: string,
    { unlessVersion, maxBytes = maxRecordBytes }: GetOptions = {},
  ): Promise<StoredObject | 'unchanged' | null> {
    const path = this.#path(key);
    try {
      return await readPlainFile(path, { unlessVersion, maxBytes });
    } catch (error) {
      if (isMissing(error)) return null;
      throw unreadable(path, error);
    }
  }

  async put(
    key: string,
    body: Buffer | string,
    { ifAbsent = false, isDurable = true }: PutOptions = {},
  ): Promise<boolean> {
    const path = this.#path(key);
    if (ifAbsent && !(await createFileOnce(path, body))) return false;
    if (!ifAbsent) await replaceFile(path, body, { isDurable });
    if (isDurable) await this.#syncAbove(dirname(path));
    return true;
  }

  async list(prefix: string): Promise<ObjectInfo[]> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const found = await this.#listFolder(folder, prefix);
    return found.sort((one, other) => (one.key < other.key ? -1 : 1));
  }

  async delete(key: string): Promise<void> {
    const path = this.#path(key);
    try {
      await rm(path, { force: true });
      await this.#removeEmptyFolders(dirname(path));
    } catch (error) {
      throw unwritable(path, error);
    }
  }

  async stat(key: string): Promise<ObjectInfo | null> {
    const path = this.#path(key);
    try {
      const found = await lstat(path);
      return found.isFile() ? { key, version: versionOf(found), modified: found.mtimeMs, bytes: found.size } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw unreadable(path, error);
    }
  }

  /** Lists only folders that can contain keys with this prefix. Deletes unfinished writes that were abandoned. */
  async #listFolder(folder: string, prefix: string): Promise<ObjectInfo[]> {
    const found: ObjectInfo[] = [];
    for (const entry of await entriesOf(join(this.place, folder))) {
      const key = `${folder}${entry.name}`;
      if (entry.name.startsWith(unfinishedPrefix)) {
        await this.#removeOrphan(key);
        continue;
      }
      const isInside = key.startsWith(prefix) || prefix.startsWith(`${key}/`);
      if (entry.isDirectory() && isInside) found.push(...(await this.#listFolder(`${key}/`, prefix)));
      else if (!entry.isDirectory() && key.startsWith(prefix)) found.push(...(await this.#describe(key)));
    }
    return found;
  }

  /** Links and pipes are listed too. A file that was deleted meanwhile is not. */
  async #describe(key: string): Promise<ObjectInfo[]> {
    const found = await lstat(join(this.place, key)).catch(() => null);
    return found ? [{ key, version: versionOf(found), modified: found.mtimeMs, bytes: found.size }] : [];
  }

  async #removeOrphan(key: string): Promise<void> {
    const path = join(this.place, key);
    const found = await lstat(path).catch(() => null);
    const isOldAt = (now: number) => found !== null && now - found.mtimeMs >= orphanedAfter;
    if (!isOldAt(Date.now())) return;
    // A server whose clock is ahead would take a file for old that another process writes at this moment.
    const now = await timeOfNewFile(dirname(path)).catch(() => Number.NEGATIVE_INFINITY);
    if (isOldAt(now)) await rm(path, { recursive: true, force: true }).catch(() => {});
  }

  /** Syncs the parent folders too, because a new folder is durable only when its parent is. */
  async #syncAbove(folder: string): Promise<void> {
    for (let path = folder; path.length >= this.place.length && !this.#synced.has(path); path = dirname(path)) {
      await syncFolder(dirname(path));
      this.#synced.add(path);
    }
  }

  /** Deletes empty folders up to the root. A folder with a new file stays. */
  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let path = folder; path.length > this.place.length; path = dirname(path)) {
      try {
        await rmdir(path);
        this.#synced.delete(path);
      } catch {
        return;
      }
    }
  }

  #path(key: string): string {
    return join(this.place, checkKey(key));
  }
}

/** The time of the file system, in milliseconds since 1970. */
async function timeOfNewFile(folder: string): Promise<number> {
  const path = join(folder, `${unfinishedPrefix}${randomUUID()}`);
  try {
    await writeFile(path, '');
    return (await lstat(path)).mtimeMs;
  } finally {
    await rm(path, { force: true });
  }
}

function versionOf({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string {
  return `${mtimeMs}-${size}-${ino}`;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(fileErrorCode(error) ?? '');
}

/**
 * Reads a plain file with a size limit. It follows no link, which could lead anywhere, and reads no pipe, which may never end.
 */
async function readPlainFile(
  path: string,
  { unlessVersion, maxBytes }: { unlessVersion: string | undefined; maxBytes: number },
): Promise<StoredObject | 'unchanged'> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw fileErrorCode(error) === 'ELOOP' ? new Error('it is a link') : error;
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('it is not a regular file');
    const version = versionOf(found);
    if (version === unlessVersion) return 'unchanged';
    const body = found.size <= maxBytes ? await file.readFile() : await readStart(file, maxBytes + 1);
    return { body, version, modified: found.mtimeMs };
  } finally {
    await file.close();
  }
}

async function readStart(file: FileHandle, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0);
  return buffer.subarray(0, bytesRead);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return [];
    throw unreadable(folder, error);
  }
}

function unreadable(path: string, error: unknown): ReleaseError {
  const code = fileErrorCode(error);
  const reason = code ? ` (${code}): check the folder, its permissions and DATA_DIR` : `: ${messageOf(error)}`;
  return new ReleaseError('store-unreadable', `The release store cannot be read at ${path}${reason}.`, {
    cause: error,
  });
}
