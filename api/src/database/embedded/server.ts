import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockHeldError, takeProcessLock } from 'kit/server/process-lock';
import { StartError } from '../../process.ts';
import { unwritableFolder } from './durable-writes.ts';
import { clusterOf } from './find-cluster.ts';
import type { Place } from './place.ts';

export interface Server {
  port: number;
  /** Fast shutdown; resolves when PostgreSQL has stopped. */
  stop(): Promise<void>;
  /** The listener is called when PostgreSQL ends unexpectedly. */
  onLost(listener: (errors: string) => void): void;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export async function startServer(place: Place, wantedPort: number): Promise<Server> {
  const port = wantedPort === 0 ? await freePort() : wantedPort;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnSupervised(place, 'postgres', ['-D', clusterOf(place.folder), '-p', String(port), ...options]);
  let log = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      log = (log + chunk).slice(-8000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
    for (const event of ['error', 'close']) child.once(event, reject);
  }).catch(() => {
    child.stdin.end();
    throw new StartError(whyNotStarted(place.folder, port, log));
  });
  let stopping = false;
  return {
    port,
    stop: () => {
      stopping = true;
      child.stdin.end();
      return ended;
    },
    onLost: (listener) => {
      child.once('exit', () => {
        if (stopping) return;
        child.stdin.end();
        listener(lastLine(log));
      });
    },
  };
}

function whyNotStarted(folder: string, port: number, errors: string): string {
  if (/could not bind|could not create any TCP\/IP sockets/.test(errors)) {
    return `Port ${port} on 127.0.0.1 is taken by another program: stop it, or leave --port unset for a free one.`;
  }
  return `The database in ${folder} did not start: ${lastLine(errors)}`;
}

function lastLine(errors: string): string {
  const lines = errors.trim().split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC|ERROR/.test(text)) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?(FATAL|PANIC|ERROR|LOG):\s+/, '').trim() || 'it said nothing.';
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * A shell between this process and PostgreSQL that outlives a `kill -9` of this process: its standard input closes, and it
 * shuts PostgreSQL down. If the shell itself is killed, the reader of the pipe does the same.
 */
const supervisor = `exec 3<&0; "$@" </dev/null 3<&- & p=$!
trap 'kill -INT $p 2>/dev/null' INT TERM
( trap '' INT TERM; cat <&3 >/dev/null; kill -INT $p 2>/dev/null ) & w=$!
while kill -0 $p 2>/dev/null; do wait $p; rc=$?; done; kill -9 $w 2>/dev/null; exit $rc`;

/**
 * Starts one of PostgreSQL's programs as the user that may run it. It ends when its standard input closes, and so with this
 * process.
 */
export function spawnSupervised(
  { binaries, account }: Place,
  program: string,
  args: string[],
): ChildProcessByStdio<Writable, null, Readable> {
  const command = [...account.prefix, join(binaries, 'bin', program), ...args];
  const child = spawn('/bin/sh', ['-c', supervisor, 'postgres-supervisor', ...command], {
    ...account.user,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  return child;
}

const orphanTimeoutMs = 20_000;

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
  const deadline = Date.now() + orphanTimeoutMs;
  for (;;) {
    let pid: string;
    try {
      [pid = ''] = readFileSync(file, 'utf8').split('\n');
    } catch {
      return;
    }
    if (!someoneWorksIn(place, pid)) break;
    if (Date.now() > deadline) {
      throw new StartError(`Another PostgreSQL (pid ${pid}) is using ${cluster}: stop it first.`);
    }
    await sleep(100);
  }
  log('removing the lock that a killed PostgreSQL left behind');
  rmSync(file, { force: true });
}

/** PostgreSQL's processes have the data folder as their working directory; a zombie has none. */
function someoneWorksIn(cluster: string, pid: string): boolean {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'comm=', '-p', pid], { encoding: 'utf8' }).stdout.includes('postgres');
  return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && workingDirectory(entry) === cluster);
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
