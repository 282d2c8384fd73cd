import { execFileSync } from 'node:child_process';

/** Starts Node as a user to whom file permissions apply. Root bypasses them, so its capabilities are dropped. */
export const boundByPermissions =
  process.getuid?.() === 0
    ? { execPath: 'setpriv', execArgv: ['--inh-caps=-all', '--bounding-set=-all', process.execPath] }
    : { execPath: process.execPath, execArgv: [] };

/** Removes write permission from a folder and everything in it. The returned function restores it. */
export function makeReadOnly(folder: string): () => void {
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return () => execFileSync('chmod', ['-R', 'u+w', folder]);
}
