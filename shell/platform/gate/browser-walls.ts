import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TrialAnswer } from '../serve/release-policy.ts';

// What stands around a browser that opens pages of hostile code: no network but one site, and a bound on its memory.

/** Where trial pages seem to lie: no request for it ever leaves this machine. */
export const trialOrigin = 'http://gate.invalid';

/** Answers what pages ask {@link trialOrigin} for, by path and query. */
export type AnswerTrial = (path: string) => Promise<TrialAnswer>;

/** Where a browser sends everything that it asks for, and nothing but the pages of one trial answers. */
export interface TrialServer {
  /** The address of the proxy that it is for the browser. */
  proxy: string;
  close: () => void;
}

/**
 * Stands between a browser and all networks, on this machine alone: requests for {@link trialOrigin} are answered,
 * every other one and every tunnel is refused. Files are cached by the browser, which saves most of the work of a page.
 */
export async function startTrialServer(answer: AnswerTrial): Promise<TrialServer> {
  const server = createServer((request, response) => {
    send(request, response, answer).catch(() => response.destroy());
  });
  server.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  return {
    proxy: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function send(
  { url = '', method }: IncomingMessage,
  response: ServerResponse,
  answer: AnswerTrial,
): Promise<void> {
  // Whoever asks a proxy names the whole address.
  if (!url.startsWith(`${trialOrigin}/`)) return void response.writeHead(403).end();
  const { status, headers, body } = await answer(url.slice(trialOrigin.length));
  const isFile = method === 'GET' && status === 200 && !headers['content-type']?.startsWith('text/html');
  response.writeHead(status, { ...headers, 'cache-control': isFile ? 'max-age=3600' : 'no-store' }).end(body);
}

/** Between two looks, in milliseconds. A page fills some hundred megabytes in that time. */
const period = 200;
/** What one process of a browser may hold, in bytes: pages of this kind take a fifth of it. */
const most = 1024 * 1024 * 1024;
const pageSize = 4096;

export interface WatchedBrowser {
  /** Its processes, as they were at the last look. */
  pids(): readonly number[];
  stop(): void;
}

/**
 * Ends each process of a browser that takes more memory than any page needs, until it is stopped. Only
 * where the system says what others hold (Linux); elsewhere the time limit of a page is all that bounds it.
 *
 * @param mark a word among the arguments of the browser's first process, and of no other.
 */
export function watchMemory(mark: string): WatchedBrowser {
  const isFirst = (pid: number) => readOf(pid, 'cmdline').split('\0').includes(mark);
  const family = new Set<number>();
  /** A process is asked once whose child it is: there are hundreds, and none changes that. */
  let seen = new Set<number>();
  const timer = setInterval(() => {
    const pids = listProcesses();
    for (const pid of pids) {
      if (!seen.has(pid) && (family.has(stateOf(pid).parent) || (family.size === 0 && isFirst(pid)))) family.add(pid);
    }
    const running = new Set(pids);
    // Until its first process is known, which had another name for a moment, everybody is asked again.
    seen = family.size === 0 ? new Set() : running;
    for (const pid of family) {
      if (!running.has(pid)) family.delete(pid);
      else if (stateOf(pid).residentBytes > most) end(pid);
    }
  }, period).unref();
  return { pids: () => [...family], stop: () => clearInterval(timer) };
}

/** In the order of their numbers, so that parents mostly come before their children. */
function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter(Boolean)
      .sort((one, other) => one - other);
  } catch {
    return [];
  }
}

function stateOf(pid: number): { parent: number; residentBytes: number } {
  const stat = readOf(pid, 'stat');
  // Its name, in brackets, may hold spaces and brackets: fields are counted behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageSize };
}

function readOf(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
