import { randomUUID } from 'node:crypto';
import { link, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { fileErrorCode } from '../file-error-code.ts';

/** Names that start so are unfinished writes; nothing ever reads them. */
export const unfinishedPrefix = '.writing-';

/** Creates a file whole or not at all. False when the name is taken: the file there stays as it is. */
export async function createFileOnce(path: string, content: Buffer | string, mode = 0o644): Promise<boolean> {
  const unfinished = unfinishedBeside(path);
  try {
    await writeDurably(unfinished, content, mode);
    if (await isTaken(link(unfinished, path))) return false;
  } finally {
    await rm(unfinished, { force: true });
  }
  await flushFolder(dirname(path));
  return true;
}

/**
 * Creates a folder with all its files or not at all. False when the name is taken.
 *
 * @param options.isCopy spares the waits for the disk, for what is looked at when it is opened and can be had again
 */
export async function createFolderOnce(
  path: string,
  files: ReadonlyMap<string, Buffer | string>,
  { isCopy = false }: { isCopy?: boolean } = {},
): Promise<boolean> {
  const unfinished = unfinishedBeside(path);
  try {
    for (const file of files.keys()) checkInside(unfinished, file);
    const folders = new Set([unfinished, ...[...files.keys()].map((file) => dirname(join(unfinished, file)))]);
    for (const folder of folders) await makeFolder(folder);
    for (const [file, content] of files) {
      const place = join(unfinished, file);
      if (isCopy) await writeFile(place, content, { flag: 'wx', mode: 0o444 });
      else await writeDurably(place, content, 0o444);
    }
    if (!isCopy) for (const folder of folders) await flushFolder(folder);
    if (await isTaken(rename(unfinished, path))) return false;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  if (!isCopy) await flushFolder(dirname(path));
  return true;
}

/** The last of several that look: whoever may say how a file of a release is called must not reach another place. */
function checkInside(folder: string, file: string): void {
  if (join(folder, file).startsWith(join(folder, '/'))) return;
  throw new Error(`the file ${JSON.stringify(file)} would lie outside of its folder`);
}

/** Writes over a file in one step: readers see the old content or the new. Not made durable. */
export function replaceFile(path: string, content: string): Promise<void> {
  return replaceBy(path, (unfinished) => writeFile(unfinished, content));
}

/** The same, and durable when it resolves. */
export async function replaceFileDurably(path: string, content: string): Promise<void> {
  await replaceBy(path, (unfinished) => writeDurably(unfinished, content, 0o644));
  await flushFolder(dirname(path));
}

async function replaceBy(path: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = unfinishedBeside(path);
  try {
    await write(unfinished);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function unfinishedBeside(path: string): string {
  return join(dirname(path), `${unfinishedPrefix}${randomUUID()}`);
}

async function isTaken(naming: Promise<void>): Promise<boolean> {
  try {
    await naming;
    return false;
  } catch (error) {
    if (['EEXIST', 'ENOTEMPTY'].includes(fileErrorCode(error) ?? '')) return true;
    throw error;
  }
}

async function writeDurably(path: string, content: Buffer | string, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Without this a power cut can take back a name that was already announced. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
