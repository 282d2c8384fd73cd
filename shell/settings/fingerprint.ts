import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from './places.ts';

/** SHA-256 of the names and contents of all files in the given files and folders, without tests and build output. */
export async function fingerprintOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesBelow(input)) {
      hash
        .update(`${file}\0`)
        .update(await readFile(path.join(repositoryRoot, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

const ignored = new Set(['node_modules', 'dist', 'coverage', 'testing']);

async function filesBelow(input: string): Promise<string[]> {
  const entries = await readdir(path.join(repositoryRoot, input), { withFileTypes: true }).catch(() => null);
  if (!entries) return [input];
  const nested = await Promise.all(
    entries
      .filter(({ name }) => !ignored.has(name) && !/\.test\.tsx?$/.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((entry) =>
        entry.isDirectory() ? filesBelow(path.join(input, entry.name)) : [path.join(input, entry.name)],
      ),
  );
  return nested.flat();
}
