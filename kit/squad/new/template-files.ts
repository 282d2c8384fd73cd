import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fillIn } from './template-words.ts';

/** Templates whose real names npm or tools would take for their own. */
const realNames: Readonly<Record<string, string>> = {
  npmrc: '.npmrc',
  gitignore: '.gitignore',
  gitattributes: '.gitattributes',
};

export const templateFolder = path.join(import.meta.dirname, 'template');

/** The files of a template with their blanks filled, by their paths: what every remote begins with, and its surroundings. */
export async function templateFiles(
  template: string,
  words: Readonly<Record<string, string>>,
): Promise<Map<string, string>> {
  const folder = path.join(templateFolder, template);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const within = path.relative(folder, path.join(entry.parentPath, entry.name.replace(/\.template$/, '')));
    const name = within
      .split(path.sep)
      .map((part) => realNames[part] ?? part)
      .join('/');
    files.set(name.replace(/^dot-/, '.'), fillIn(await readFile(file, 'utf8'), words));
  }
  return files;
}
