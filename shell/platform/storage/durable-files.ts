import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { messageOf } from 'kit/server/text';
import { fileErrorCode, ReleaseError } from './release-error.ts';

/** Files whose names begin so are unfinished writes: nothing reads them. */
export const unfinishedPrefix = '.writing-';

/**
 * Creates a file whole or not at all, durable when this resolves. False when the name is taken: the file there stays as it is.
 *
 * @param options.folderMode of folders that are made for it
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

/**
 * Writes over a file in one step: readers see the old content or the new.
 *
 * @param options.isDurable false where a power cut may take it back
 * @throws ReleaseError `store-unwritable`
 */
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

/** Without this a power cut takes back a name that was already announced. */
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

/** A file system's refusal of a write as one sentence for people; anything else as it is. */
export function unwritable(path: string, error: unknown): unknown {
  const code = fileErrorCode(error);
  if (!code || error instanceof ReleaseError) return error;
  return new ReleaseError(
    'store-unwritable',
    `The release store cannot be written at ${path}: ${reasons[code] ?? messageOf(error)} (${code}). Make it writable or point DATA_DIR elsewhere.`,
    { cause: error },
  );
}
