import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';

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
