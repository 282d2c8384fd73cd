import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file that was listed is gone. */
export class VanishedError extends Error {
  override readonly name = 'VanishedError';
}

interface Listed {
  /** From the folder on; empty for the folder itself. */
  name: string;
  mode: number;
  /** Of a file. */
  read?: () => Buffer;
}

/** What a program that was killed left half-written, or is writing this moment: nothing ever reads it. */
const unfinished = /^\.writing-|\.(?:unfinished|part)$/;

/**
 * Folders and files of a folder, each folder before what is in it. What names other files comes before them (compositions
 * before releases): whoever wrote a name had written what it names, so that a copy of a running site holds everything that
 * it names. Links are passed over.
 */
export function listFolder(folder: string): Listed[] {
  const listed = listBelow(folder, '');
  const early = (name: string) => (/^(compositions|rights|changes|signatures|heads)(\/|$)/.test(name) ? 0 : 1);
  return listed.toSorted(
    (one, other) => Number(one.name !== '') - Number(other.name !== '') || early(one.name) - early(other.name),
  );
}

function listBelow(folder: string, name: string): Listed[] {
  const path = join(folder, name);
  const own = { name, mode: modeOf(path) };
  const entries = gone(() => readdirSync(path, { withFileTypes: true })).toSorted((one, other) =>
    namesFirst(one.name, other.name),
  );
  return [
    own,
    ...entries
      .filter((entry) => !unfinished.test(entry.name))
      .flatMap((entry) => {
        const below = name === '' ? entry.name : `${name}/${entry.name}`;
        if (entry.isDirectory()) return listBelow(folder, below);
        if (!entry.isFile()) return [];
        const file = join(folder, below);
        return [{ name: below, mode: modeOf(file), read: () => gone(() => readFileSync(file)) }];
      }),
  ];
}

function namesFirst(one: string, other: string): number {
  return Number(other === 'compositions') - Number(one === 'compositions') || one.localeCompare(other);
}

function modeOf(path: string): number {
  return gone(() => statSync(path)).mode & 0o777;
}

function gone<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new VanishedError((error as Error).message);
  }
}
