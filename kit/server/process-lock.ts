import { randomBytes } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineStart, startOf } from './process-start.ts';

/** Processes that start at the same time settle their claims within milliseconds; an older claim holds the lock. */
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
  /** {@link machineStart} of its machine. */
  machine: string;
}

interface Claim extends Holder {
  path: string;
}

/**
 * Takes a lock for this process until the function that it gives is called, or the process dies, however it dies.
 *
 * Each process that wants the lock first puts a claim beside it: a file whose very name says who it is, so that nothing
 * written into it can be damaged or half-written. Only who finds no other living claim goes on to look at the lock,
 * removes what a dead process left, and makes the lock by linking the claim to its name. The claim stays as long as the
 * lock is held: a lock that is damaged, replaced or removed meanwhile is still held. A dead process's claim is anybody's
 * to remove, since no other will ever have its name.
 *
 * Processes in other pid namespaces and on other machines are not seen.
 *
 * @throws LockHeldError at once when another process holds it; else the file system's error.
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
      // The first claim in order stays and the others withdraw, so that one is soon alone.
      const steppedBack = first.path < claim;
      if (steppedBack) rmSync(claim, { force: true });
      await sleep(2 + Math.random() * 30);
      if (steppedBack) claim = putClaim(file);
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

/** Gives the claims of others in order. Claims of dead processes are removed. */
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

/** No other living process has a claim, and a later one finds ours and waits. */
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

/** Gives null for a lock that does not exist or cannot be read. */
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

/** A process of another user that the system hides is taken as alive, because nothing more can be known. */
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
