import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { StartError } from '../../settings/start-error.ts';
import { unwritableFolder } from './unwritable-folder.ts';

const orphanPatienceMs = 20_000;

/** Locks the data folder for this process. A second process on the same folder is refused immediately. */
export async function holdFolder(folder: string): Promise<() => void> {
  try {
    return await takeProcessLock(join(folder, 'supervisor.lock'));
  } catch (error) {
    if (!(error instanceof LockHeldError)) throw unwritableFolder(folder, error);
    throw new StartError(`Another process (pid ${error.pid}) already runs the database in ${folder}: stop it first.`);
  }
}

/**
 * Waits for an orphaned PostgreSQL to stop, then removes the lock file of a killed one. The pid in that file is unreliable:
 * after a reboot it may belong to any process.
 */
export async function clearStaleLock(cluster: string, log: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  // PostgreSQL's processes know the folder by its real path, even if ours is a link.
  const place = realpathSync(cluster);
  const deadline = Date.now() + orphanPatienceMs;
  for (;;) {
    const pid = firstLine(file);
    if (pid === undefined) return;
    if (!someoneWorksIn(place, Number(pid))) break;
    if (Date.now() > deadline) {
      throw new StartError(`Another PostgreSQL (pid ${pid}) is using ${cluster}: stop it first.`);
    }
    await sleep(100);
  }
  log('removing the lock that a killed PostgreSQL left behind');
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

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
