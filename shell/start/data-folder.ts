import { readFileSync, rmSync } from 'node:fs';
import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileErrorCode } from '../platform/errors.ts';

/** Who holds a data folder: the process, and when it started, since process ids come back. */
interface Holder {
  pid: number;
  startedAt: string;
}

/**
 * Makes the data folder and takes it for this process, until `release` is called or the process dies.
 *
 * @throws Error with one sentence when the folder cannot be written or another running site holds it.
 */
export async function takeDataFolder(folder: string): Promise<{ release: () => void }> {
  try {
    // Others may pass through: PostgreSQL cannot run as root and must reach its part of it.
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = fileErrorCode(error) ?? String(error);
    throw new Error(
      `The data folder ${folder} cannot be written (${reason}): mend its permissions, or name another by DATA_DIR.`,
    );
  }
  const lock = path.join(folder, 'site.lock');
  await takeLock(lock, folder);
  return { release: () => rmSync(lock, { force: true }) };
}

async function takeLock(lock: string, folder: string): Promise<void> {
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder));
    await file.close();
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw error;
    const holder = await readHolder(lock);
    if (holder && startOf(holder.pid) === holder.startedAt) {
      throw new Error(
        `Another instance (process ${holder.pid}) already runs on the data folder ${folder}: stop it, or name another folder by DATA_DIR.`,
      );
    }
    // Left behind by a process that was killed; moved away first, so that of two starts only one removes it.
    const stale = `${lock}.${process.pid}`;
    await rename(lock, stale).catch(() => {});
    await rm(stale, { force: true });
    await takeLock(lock, folder);
  }
}

async function readHolder(lock: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(lock, 'utf8'));
    return isHolder(holder) ? holder : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' && value !== null && 'pid' in value && 'startedAt' in value && Number.isInteger(value.pid)
  );
}

/** When a process started, in whatever form the system tells it; empty when there is no such process. */
function startOf(pid: number): string {
  try {
    // Field 22 of /proc/<pid>/stat, counted behind the parenthesised name (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : `ticks ${fields[19]}`;
  } catch {
    return process.platform === 'linux' ? '' : startWithoutProc(pid);
  }
}

function startWithoutProc(pid: number): string {
  try {
    process.kill(pid, 0);
    return 'running';
  } catch (error) {
    return fileErrorCode(error) === 'EPERM' ? 'running' : '';
  }
}
