import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf } from 'kit/server/text';
import { fileErrorCode, ReleaseError } from './release-error.ts';

/** The name prefix of unfinished writes. Readers ignore such files. */
export const unfinishedPrefix = '.writing-';

/**
 * Creates a file atomically. It is durable when this resolves. Returns false and changes nothing when the file exists.
 *
 * @param options.folderMode the mode of the folders that it creates
 * @throws ReleaseError `store-unwritable`
 */
export function createFileOnce(
  path: string,
  content: Buffer | string,
  { mode = 0o644, folderMode = 0o777 }: { mode?: number; folderMode?: number } = {},
): Promise<boolean> {
  return write(path, folderMode, async (unfinished) => {
    await writeDurably(unfinished, content, mode);
    try {
      await link(unfinished, path);
    } catch (error) {
      if (fileErrorCode(error) === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(dirname(path));
    return true;
  });
}

/** Replaces a file atomically: readers see the old content or the new. A power failure may lose it unless it `isDurable`. */
export async function replaceFile(
  path: string,
  content: Buffer | string,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<void> {
  await write(path, 0o777, async (unfinished) => {
    if (isDurable) await writeDurably(unfinished, content);
    else await writeFile(unfinished, content);
    await rename(unfinished, path);
    if (isDurable) await syncFolder(dirname(path));
  });
}

async function write<Result>(
  path: string,
  folderMode: number,
  finish: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const unfinished = join(dirname(path), `${unfinishedPrefix}${randomUUID()}`);
  try {
    await makeFolder(dirname(path), folderMode);
    return await finish(unfinished);
  } catch (error) {
    throw unwritable(path, error);
  } finally {
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

async function writeDurably(path: string, content: Buffer | string, mode = 0o644): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this a power failure may lose a name that other processes have already seen. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder is not there and cannot be made',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there, or its file system has no hard links',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENOTSUP: 'its file system has no hard links',
};

/** Turns a failed write of the file system into a sentence. Returns all other errors unchanged. */
export function unwritable(path: string, error: unknown): unknown {
  const code = fileErrorCode(error);
  if (!code || error instanceof ReleaseError) return error;
  return new ReleaseError(
    'store-unwritable',
    `The release store cannot be written at ${path}: ${reasons[code] ?? messageOf(error)} (${code}). Make it writable or point DATA_DIR elsewhere.`,
    { cause: error },
  );
}
