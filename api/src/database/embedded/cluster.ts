import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../process.ts';
import { flushFolder, unwritableFolder, writeDurably } from './durable-writes.ts';
import { clusterOf, hasCluster } from './find-cluster.ts';
import type { Place } from './place.ts';
import { spawnSupervised } from './server.ts';

export const databaseOwner = 'app';
export const databaseName = 'beaconfield';

/**
 * Creates the cluster in a temporary folder and renames it, so that a kill leaves no partial cluster. The rename only
 * replaces nothing or an empty folder.
 */
export async function createCluster(place: Place, password: string): Promise<void> {
  const { folder } = place;
  removeUnfinished(folder);
  const fresh = join(folder, `new-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await initialise(place, fresh, password);
    renameSync(fresh, clusterOf(folder));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw unwritableFolder(folder, error);
  }
  flushFolder(folder);
  // Repeated, because an initdb that was just killed may have continued in the meantime.
  removeUnfinished(folder);
}

async function initialise(place: Place, fresh: string, password: string): Promise<void> {
  const { user } = place.account;
  const passwordFile = `${fresh}-password`;
  try {
    mkdirSync(fresh, { mode: 0o700 });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
    await run(place, 'initdb', [
      ...['-D', fresh, '-U', databaseOwner, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums'],
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Removes leftovers of killed starts, by their name. A cluster that a server has used never has that name. */
function removeUnfinished(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    const isOurs = /^new-\d+(-[0-9a-f]{8})?(-password)?$/.test(entry);
    if (!isOurs || existsSync(join(path, 'postmaster.opts'))) continue;
    rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function run(place: Place, program: string, args: string[]): Promise<void> {
  const child = spawnSupervised(place, program, args);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(new StartError(`The database in ${place.folder} could not be created: ${why}.`));
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const lines = output.trim().split('\n');
      fail((lines.findLast((text) => /error|fatal/i.test(text)) ?? output).trim());
    });
  });
}

/**
 * Checks the folder of a database, and creates the owner's password if there is no database yet.
 * @returns the password, and whether the database has to be created
 * @throws StartError if the database or its password is damaged, incomplete or lost; nothing is changed
 */
export function checkFolder(folder: string): { isNew: boolean; password: string } {
  const isNew = !hasCluster(folder);
  if (isNew) refuseLostCluster(folder);
  return { isNew, password: passwordOf(folder, { isNew }) };
}

/**
 * The database owner's password: created once with the database, in a file that only this user may read.
 * @throws StartError if there is a database but no password
 */
function passwordOf(folder: string, { isNew }: { isNew: boolean }): string {
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

const markOf = (folder: string) => join(folder, 'made');

/** Notes beside a database that it exists. */
export function noteMade(folder: string): void {
  const mark = markOf(folder);
  if (existsSync(mark)) return;
  writeDurably(mark, `${new Date().toISOString()}\n`);
  flushFolder(folder);
}

/**
 * Creating an empty database in place of one that was moved away, or whose disk is not mounted, would look like lost leads,
 * and new leads would be in another database than the rest.
 * @throws StartError if there was a database and there is none now; nothing is changed
 */
function refuseLostCluster(folder: string): void {
  const mark = markOf(folder);
  if (!existsSync(mark)) return;
  throw new StartError(
    `The database in ${clusterOf(folder)} is gone (there was one since ${readFileSync(mark, 'utf8').trim()}): nothing was changed; mount its disk, put it back from a copy, or remove ${mark} to begin with an empty database.`,
  );
}
