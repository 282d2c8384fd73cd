import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The start time of a process in the system's notation; empty if no such process lives. A pid can be reused; a pid with its
 * start time cannot.
 */
export function startOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  return process.platform === 'linux' ? startInProc(pid) : startFromPs(pid);
}

/** Reads field 22 of /proc/<pid>/stat, in clock ticks since the start of the machine (proc(5)). */
function startInProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted after the name, which may contain any character.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? '' : (fields[18] ?? '');
  } catch {
    return '';
  }
}

function startFromPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Identifies the boot of the machine, from which Linux counts process start times; empty on other systems. */
export function machineStart(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', '');
  } catch {
    return '';
  }
}

/**
 * In milliseconds. Processes that start at the same time settle their claims within milliseconds, so a claim that is older
 * belongs to the holder.
 */
const timeout = 3000;

/** Another living process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
  readonly pid: number;

  constructor(file: string, pid: number) {
    super(`Process ${pid} holds the lock ${file}.`);
    this.pid = pid;
  }
}

interface Holder {
  pid: number;
  start: string;
  /** {@link machineStart} of the holder's machine. */
  machine: string;
}

interface Claim extends Holder {
  path: string;
}

/**
 * Takes a lock until the returned function is called or this process ends, however it ends.
 * Each process first writes a claim, a file whose name identifies the process, so that its content cannot be damaged or
 * half-written. A process that finds no other living claim removes the lock of a dead process and links its own claim to
 * the lock's name. The claim stays while the lock is held, so the lock holds even if its file is damaged, replaced or
 * removed. Every process may remove a dead process's claim, because no other process will have its name.
 * Processes in other pid namespaces and on other machines are not seen.
 * @throws LockHeldError immediately if another process holds the lock; otherwise the file system's error.
 */
export async function takeProcessLock(file: string): Promise<() => void> {
  const deadline = Date.now() + timeout;
  let claim = putClaim(file);
  try {
    for (;;) {
      const [first] = livingClaims(file, claim);
      if (first === undefined) return takeAlone(file, claim);
      refuseHeld(file);
      if (Date.now() > deadline) throw new LockHeldError(file, first.pid);
      // The first claim in order stays and the others withdraw, so one remains.
      const hasWithdrawn = first.path < claim;
      if (hasWithdrawn) rmSync(claim, { force: true });
      await sleep(2 + Math.random() * 30);
      if (hasWithdrawn) claim = putClaim(file);
    }
  } catch (error) {
    rmSync(claim, { force: true });
    throw error;
  }
}

function putClaim(file: string): string {
  const start = startOf(process.pid);
  const parts = [String(process.pid), start.replace(/\W+/g, '_'), machineStart(), randomBytes(4).toString('hex')];
  const claim = `${file}.${parts.join('.')}`;
  try {
    writeFileSync(claim, `${process.pid} ${start}\n${machineStart()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    rmSync(claim, { force: true });
    throw error;
  }
  return claim;
}

/** The claims of other processes, sorted. Claims of dead processes are removed. */
function livingClaims(file: string, own: string): Claim[] {
  const living: Claim[] = [];
  for (const name of readdirSync(dirname(file)).sort()) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const path = join(dirname(file), name);
    const [pid, start, machine, , ...rest] = name.slice(basename(file).length + 1).split('.');
    if (path === own || machine === undefined || rest.length > 0) continue;
    const claim = { path, pid: Number(pid), start: start ?? '', machine };
    if (isAlive(claim)) living.push(claim);
    else rmSync(path, { force: true });
  }
  return living;
}

/** No other living process has a claim; a later one finds ours and waits. */
function takeAlone(file: string, claim: string): () => void {
  refuseHeld(file);
  rmSync(file, { force: true });
  linkSync(claim, file);
  return () => {
    if (isSameFile(file, claim)) rmSync(file, { force: true });
    rmSync(claim, { force: true });
  };
}

function refuseHeld(file: string): void {
  const holder = readHolder(file);
  if (holder && isAlive(holder)) throw new LockHeldError(file, holder.pid);
}

/** @returns null for a lock that does not exist or cannot be read. */
function readHolder(file: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  const [, pid, start, machine] = /^(\d+) ([^\n]+)\n(\w*)\n/.exec(text) ?? [];
  return pid === undefined || start === undefined || machine === undefined
    ? null
    : { pid: Number(pid), start, machine };
}

function isAlive({ pid, start, machine }: Holder): boolean {
  if (machine !== machineStart()) return false;
  const now = startOf(pid);
  if (now === '') return isHidden(pid);
  return now === start || now.replace(/\W+/g, '_') === start;
}

/** A process of another user that the system hides counts as living, because nothing more is known. */
function isHidden(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isSameFile(one: string, other: string): boolean {
  try {
    return statSync(one).ino === statSync(other).ino;
  } catch {
    return false;
  }
}
