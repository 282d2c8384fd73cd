import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TrialAnswer } from '../serve/release-policy.ts';

// The isolation of a browser that opens pages of hostile code: it has no network but one site, and limited memory.

/**
 * The origin of trial pages. No request for it leaves this machine. For browsers every name under `localhost` is as secure as https,
 * so pages may use features that need https.
 */
export const trialOrigin = 'http://gate.localhost';

export type AnswerTrial = (path: string) => Promise<TrialAnswer>;

/**
 * Starts a local proxy between a browser and all networks. It answers requests for {@link trialOrigin}, and refuses all others and
 * all tunnels. The browser caches files, which saves most of the work of a page.
 */
export async function startTrialServer(answer: AnswerTrial) {
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
  // The cast is safe: a server that listens on a port has an address object.
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
  // Requests to a proxy contain the whole URL.
  if (!url.startsWith(`${trialOrigin}/`)) return void response.writeHead(403).end();
  const { status, headers, body } = await answer(url.slice(trialOrigin.length));
  const isFile = method === 'GET' && status === 200 && !headers['content-type']?.startsWith('text/html');
  response.writeHead(status, { ...headers, 'cache-control': isFile ? 'max-age=3600' : 'no-store' }).end(body);
}

/** The interval of memory checks, in milliseconds. A page can allocate some hundred megabytes in that time. */
const period = 200;
/** The memory limit of a browser process, in bytes. Normal pages take a fifth of it. */
const maxResidentBytes = 1024 * 1024 * 1024;
const pageSize = 4096;

/**
 * Kills processes of a browser that exceed the memory limit, until it is stopped. It works on Linux, which shows the memory of
 * other processes; elsewhere only the time limit of a page applies.
 *
 * @param mark an argument that only the browser's first process has
 */
export function watchMemory(mark: string) {
  const isFirst = (pid: number) => readOf(pid, 'cmdline').split('\0').includes(mark);
  const family = new Set<number>();
  /** Processes whose parent is known. A parent never changes, so each of the hundreds of processes is read once. */
  let seen = new Set<number>();
  const timer = setInterval(() => {
    const pids = listProcesses();
    for (const pid of pids) {
      if (!seen.has(pid) && (family.has(stateOf(pid).parent) || (family.size === 0 && isFirst(pid)))) family.add(pid);
    }
    const running = new Set(pids);
    // Until the first process is found, whose arguments change at its start, all processes are read again.
    seen = family.size === 0 ? new Set() : running;
    for (const pid of family) {
      if (!running.has(pid)) family.delete(pid);
      else if (stateOf(pid).residentBytes > maxResidentBytes) end(pid);
    }
  }, period).unref();
  return { stop: () => clearInterval(timer) };
}

/** Lists process ids in ascending order, so that parents mostly come before their children. */
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
  // The name in brackets may contain spaces and brackets, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), residentBytes: Number(fields[21]) * pageSize };
}

function readOf(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // The process has ended.
    return '';
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}
