import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../settings/start-error.ts';
import { unwritableFolder } from './unwritable-folder.ts';

const orphanPatienceMs = 20_000;

/** Holds the data folder for this process. A second process on the same folder is refused at once. */
export function holdFolder(folder: string): () => void {
  const file = join(folder, 'supervisor.lock');
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw unwritableFolder(folder, error);
    }
    const [pid = '', ...start] = firstLine(file)?.split(' ') ?? [];
    if (pid !== '' && startOf(Number(pid)) === start.join(' ')) {
      throw new StartError(`Another process (pid ${pid}) already runs the database in ${folder}: stop it first.`);
    }
    rmSync(file, { force: true });
  }
}

/**
 * Waits for an orphaned PostgreSQL on its way down, then removes the lock file that a killed one left behind. The pid
 * in that file says little: after a restart of the machine it may belong to anything.
 */
export async function clearStaleLock(cluster: string, say: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const deadline = Date.now() + orphanPatienceMs;
  for (;;) {
    const pid = firstLine(file);
    if (pid === undefined) return;
    if (!someoneWorksIn(cluster, Number(pid))) break;
    if (Date.now() > deadline) {
      throw new StartError(`Another PostgreSQL (pid ${pid}) is using ${cluster}: stop it first.`);
    }
    await sleep(100);
  }
  say('removing the lock that a killed PostgreSQL left behind');
  rmSync(file, { force: true });
}

function firstLine(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')[0];
  } catch {
    return undefined;
  }
}

/** PostgreSQL's processes have the data folder as their working directory; a zombie has none. */
function someoneWorksIn(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') return commandOf(pid).includes('postgres');
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && workingDirectory(entry) === cluster);
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** A pid is used again one day; with the start time of its process it is not. Empty when no such process lives. */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  try {
    const [state = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return state === 'Z' ? '' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

const commandOf = (pid: number) => ps(pid, 'comm=');

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
