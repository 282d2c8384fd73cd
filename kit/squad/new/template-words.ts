import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What the blanks of the templates are filled with. */
export interface TemplateWords {
  /** `mf-careers` */
  name: string;
  /** Path of its first page: `/careers`. */
  path: string;
  /** `Careers` */
  title: string;
  /** `page-careers` */
  chunk: string;
  /** What its source imports the kit as. */
  kit: string;
}

/** `mf-client-news` -> `Client News`. */
export function titleOf(name: string): string {
  const words = name.slice('mf-'.length).split('-');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

export function wordsFor(name: string, kit: string, first = `/${name.slice('mf-'.length)}`): TemplateWords {
  return { name, path: first, title: titleOf(name), chunk: `page-${name.slice('mf-'.length)}`, kit };
}

/** Fills `__name__` and `__version:package__`, the version that the site's own remotes use. */
export function fillIn(text: string, words: Readonly<Record<string, string>>): string {
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
