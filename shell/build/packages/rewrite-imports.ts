import path from 'node:path';
import { kitPackage } from 'kit/squad/package-names';

const specifiers = /(?<before>\bfrom\s*|\bimport\s*\(?\s*|\bresolve\(\s*)(?<quote>['"])(?<name>[^'"\n]+)\k<quote>/g;

interface Rewriting {
  /** Path of the file within the kit. */
  file: string;
  /** Whether a path within the kit is part of the same package. */
  isOwn: (file: string) => boolean;
}

/**
 * Gives imports the names that they have in a package: `kit/ui` is the package's door, `./x.ts` is `./x.js`, and what belongs
 * to the other package is imported through its door.
 */
export function rewriteImports(text: string, { file, isOwn }: Rewriting): string {
  return text.replace(specifiers, (...found) => {
    const { before, quote, name } = found.at(-1) as { before: string; quote: string; name: string };
    return `${before}${quote}${rename(name)}${quote}`;
  });

  function rename(name: string): string {
    if (name.startsWith('kit/')) return `${kitPackage}${name.slice('kit'.length)}`;
    if (!name.startsWith('.')) return name;
    const target = path.posix.join(path.posix.dirname(file), name);
    if (isOwn(target)) return name.replace(/\.tsx?$/, '.js');
    return `${kitPackage}/${target.replace(/\.[jt]sx?$/, '').replace(/\/index$/, '')}`;
  }
}

/** Names of the packages that a file imports. */
export function importedPackages(text: string): string[] {
  const names = importedNames(text).filter((name) => /^[a-z@]/i.test(name) && !name.startsWith('node:'));
  return [...new Set(names.map(packageOf))];
}

/** Paths within the package of the files of its own that a file imports. */
export function importedFiles(text: string, file: string): string[] {
  const names = importedNames(text).filter((name) => name.startsWith('.'));
  return names.map((name) => path.posix.join(path.posix.dirname(file), name));
}

function importedNames(text: string): string[] {
  return [...text.matchAll(specifiers)].map(({ groups }) => groups?.name ?? '');
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}
