import { execFileSync } from 'node:child_process';

/**
 * Starts Node as a user whom file permissions bind. Root ignores them, so its capabilities are dropped; every other
 * user is bound already.
 */
export const boundByPermissions =
  process.getuid?.() === 0
    ? { execPath: 'setpriv', execArgv: ['--inh-caps=-all', '--bounding-set=-all', process.execPath] }
    : { execPath: process.execPath, execArgv: [] };

/** Removes the right to write in a folder and everything in it. The function that it gives restores the right. */
export function makeReadOnly(folder: string): () => void {
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return () => execFileSync('chmod', ['-R', 'u+w', folder]);
}
