import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The relative paths of all files below a folder, sorted. @throws Error if an entry is neither a file nor a folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const odd = files.find((entry) => !entry.isFile());
  if (odd) throw new Error(`${join(odd.parentPath, odd.name)} is a link or a device; a release holds plain files only`);
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}
