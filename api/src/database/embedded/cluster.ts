import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../settings/start-error.ts';
import { flushFolder } from './durable-writes.ts';
import { clusterOf } from './find-cluster.ts';
import type { Place } from './place.ts';
import { spawnSupervised } from './spawn-supervised.ts';
import { unwritableFolder } from './unwritable-folder.ts';

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
