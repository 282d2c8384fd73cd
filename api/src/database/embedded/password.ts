import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../settings/start-error.ts';
import { flushFolder, writeDurably } from './durable-writes.ts';

/**
 * The database owner's password: created once with the database, in a file that only this user may read.
 * @throws StartError if there is a database but no password
 */
export function passwordOf(folder: string, { isNew }: { isNew: boolean }): string {
  const file = join(folder, 'password');
  const found = read(file);
  if (found !== undefined && /^[0-9a-f]{48}$/.test(found)) return found;
  // A full disk leaves an empty file.
  if (isNew && !found) return create(folder, file);
  if (found === undefined) {
    throw new StartError(
      `The password of the database in ${folder} is lost (there is no ${file}): nothing was changed; put the file back from a copy, or give the database a new password (docs/data-folder.md).`,
    );
  }
  throw new StartError(
    `The database password in ${file} is damaged: nothing was changed; put the file back from a copy, or give the database a new password (docs/data-folder.md).`,
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new StartError(`The database password in ${file} cannot be read (${code}): give this user the right to.`);
  }
}

function create(folder: string, file: string): string {
  const password = randomBytes(24).toString('hex');
  const half = `${file}.${process.pid}`;
  writeDurably(half, password);
  renameSync(half, file);
  flushFolder(folder);
  return password;
}
