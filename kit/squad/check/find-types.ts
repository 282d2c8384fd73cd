import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The `tsconfig.json` that holds for a folder: its own, or that of the repository around it; undefined where there is none. Nothing
 * above the repository is looked at.
 */
export function findTypes(folder: string): string | undefined {
  const file = path.join(folder, 'tsconfig.json');
  if (existsSync(file)) return file;
  const above = path.dirname(folder);
  if (above === folder || existsSync(path.join(folder, '.git'))) return undefined;
  return findTypes(above);
}
