import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { describeUnwritable } from 'kit/server/unwritable-folder';
import { StartError } from '../../process.ts';

/** Writes a file that only this user may read. It survives a power failure, and a full disk leaves no file. */
export function writeDurably(file: string, content: string): void {
  try {
    writeFileSync(file, content, { mode: 0o600, flush: true });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

export function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Explains a file system error to the person who started the program. */
export function unwritableFolder(folder: string, error: unknown): StartError {
  return error instanceof StartError ? error : new StartError(describeUnwritable(folder, error));
}
