import { execFileSync } from 'node:child_process';

/**
 * Starts Node as somebody whom file permissions bind. Root passes over them, so that its powers are taken away; every
 * other user is bound already.
 */
export const boundByPermissions =
  process.getuid?.() === 0
    ? { execPath: 'setpriv', execArgv: ['--inh-caps=-all', '--bounding-set=-all', process.execPath] }
    : { execPath: process.execPath, execArgv: [] };

/** Takes the right to write away from a folder and everything in it; the function that it gives brings it back. */
export function makeReadOnly(folder: string): () => void {
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return () => execFileSync('chmod', ['-R', 'u+w', folder]);
}
