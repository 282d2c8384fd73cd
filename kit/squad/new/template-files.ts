import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const templateFolder = path.join(import.meta.dirname, 'template');

/**
 * Reads the files of a template and replaces its placeholders.
 * @param template `remote` holds what every remote starts with; `repository` and `workspace` hold what surrounds it.
 * @returns contents by path.
 */
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
    // npm and other tools would act on a template with the real name.
    const name = within.split(path.sep).join('/').replace(/^dot-/, '.');
    files.set(name, fillIn(await readFile(file, 'utf8'), words));
  }
  return files;
}

/** `mf-client-news` -> `Client News`. */
function titleOf(name: string): string {
  const words = name.slice('mf-'.length).split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** The words of a new remote. `kit` is the name under which its source imports the kit, `first` the path of its first page. */
export function wordsFor(name: string, kit: string, first = `/${name.slice('mf-'.length)}`) {
  return { name, path: first, title: titleOf(name), chunk: `page-${name.slice('mf-'.length)}`, kit };
}

/** Replaces `__name__` with a value, and `__version:package__` with the version that the site's own remotes use. */
function fillIn(text: string, words: Readonly<Record<string, string>>): string {
  return text
    .replace(/__version:(?<name>[^_]+)__/g, (_, name: string) => versionOf(name))
    .replace(/__(?<word>[a-z]+)__/g, (whole, word: string) => words[word] ?? whole);
}

interface Manifest {
  version: string;
  startsWith?: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function versionOf(name: string): string {
  const file = path.join(import.meta.dirname, '../../package.json');
  const { version, startsWith, dependencies, devDependencies }: Manifest = JSON.parse(readFileSync(file, 'utf8'));
  const found = name === 'own' ? `^${version}` : { ...startsWith, ...devDependencies, ...dependencies }[name];
  if (found) return found;
  throw new Error(`The templates name ${name}, whose version is not known.`);
}
