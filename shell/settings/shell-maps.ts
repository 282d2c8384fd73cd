import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../dist/maps');

/** The source map of a script of the built shell, for staff only; null if the build has no such script. */
export async function readShellMap(script: string): Promise<string | null> {
  return readFile(join(folder, `${script}.map`), 'utf8').catch(() => null);
}
