import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a file that only this user may read; a power cut afterwards does not take it back, a full disk leaves none. */
export function writeDurably(file: string, content: string): void {
  try {
    writeFileSync(file, content, { mode: 0o600, flush: true });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Makes the names in a folder durable. */
export function flushFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
