import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { StartError } from '../../settings/start-error.ts';
import { clusterOf } from './find-cluster.ts';
import type { Place } from './place.ts';
import { spawnSupervised } from './spawn-supervised.ts';

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

/** Starts PostgreSQL on the loopback address and waits until it accepts connections. */
export async function startServer(place: Place, wantedPort: number): Promise<Server> {
  const port = wantedPort === 0 ? await freePort() : wantedPort;
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnSupervised(place, 'postgres', ['-D', clusterOf(place.folder), '-p', String(port), ...options]);
  const log = followLog(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await log.ready.catch(() => {
    child.stdin.end();
    throw new StartError(whyNotStarted(place.folder, port, log.tail()));
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
        listener(lastLine(log.tail()));
      });
    },
  };
}

function followLog(child: ChildProcess) {
  let tail = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      tail = (tail + chunk).slice(-8000);
      if (tail.includes('database system is ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error('closed')));
  });
  return { ready, tail: () => tail };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
