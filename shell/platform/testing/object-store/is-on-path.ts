import { existsSync } from 'node:fs';
import path from 'node:path';

/** Whether a program is found by its name alone. */
export function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}
