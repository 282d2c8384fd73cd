import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../dist/maps');

/** The source map of a script of the built shell, for staff alone; null where the build has none of that name. */
export async function readShellMap(script: string): Promise<string | null> {
  return readFile(join(folder, `${script}.map`), 'utf8').catch(() => null);
}
