import { spawn } from 'node:child_process';
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
import { StartError } from '../../settings/start-error.ts';
import { clusterOf, type Place } from './place.ts';

export const databaseOwner = 'app';
const major = '18';

/** The owner's password, made once and kept in a file that only this user may read. */
export function passwordOf(folder: string): string {
  const file = join(folder, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  const password = readFileSync(file, 'utf8').trim();
  if (/^[0-9a-f]{48}$/.test(password)) return password;
  throw new StartError(`The database password in ${file} is damaged: put it back from a copy.`);
}

/** True when the folder holds a cluster of the PostgreSQL that we ship. */
export function hasCluster(folder: string): boolean {
  const file = join(clusterOf(folder), 'PG_VERSION');
  if (!existsSync(file)) return false;
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return true;
  throw new StartError(
    `The database in ${folder} was made by PostgreSQL ${found} and this is ${major}: dump it with ${found} and load it into a new DATA_DIR.`,
  );
}

/** Makes the cluster in a folder of its own and renames it, so that a kill half-way leaves nothing half-made. */
export async function createCluster(place: Place, password: string): Promise<void> {
  const { folder, account } = place;
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith('new-')) rmSync(join(folder, entry), { recursive: true, force: true });
  }
  const fresh = join(folder, `new-${process.pid}`);
  const passwordFile = join(folder, `new-${process.pid}-password`);
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account.user) for (const path of [fresh, passwordFile]) chownSync(path, account.user.uid, account.user.gid);
  try {
    await run(place, 'initdb', [
      ...['-D', fresh, '-U', databaseOwner, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums'],
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  rmSync(clusterOf(folder), { recursive: true, force: true });
  renameSync(fresh, clusterOf(folder));
}

/** The command line of one of PostgreSQL's programs as the account that may run it. */
export function commandOf({ binaries, account }: Place, program: string, args: string[]): [string, ...string[]] {
  const [command = '', ...rest] = [...account.prefix, join(binaries, 'bin', program), ...args];
  return [command, ...rest];
}

function run(place: Place, program: string, args: string[]): Promise<void> {
  const [command, ...rest] = commandOf(place, program, args);
  const child = spawn(command, rest, {
    ...place.account.user,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      const line =
        said
          .trim()
          .split('\n')
          .findLast((text) => /error|fatal/i.test(text)) ?? said.trim();
      reject(new StartError(`The database in ${place.folder} could not be created: ${line.trim()}.`));
    });
  });
}
