import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

export interface Shot {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: number;
}

/** Sends `count` requests over `connections` kept-alive connections, each as soon as the one before was answered. */
export async function runLoad(
  port: number,
  count: number,
  connections: number,
  shotOf: (index: number) => Shot,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  let failures = 0;
  const started = performance.now();
  const worker = async () => {
    for (let index = next++; index < count; index = next++) {
      const sent = performance.now();
      const status = await send(agent, port, shotOf(index));
      times.push(performance.now() - sent);
      if (status < 200 || status > 299) failures++;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99), failures };
}

function send(agent: Agent, port: number, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sending = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sending.once('error', reject);
    sending.end(body);
  });
}

/**
 * CPU time of a process so far, in milliseconds: of all its threads, counted in nanoseconds (Linux; the hundredths of a second in
 * `stat` are a twentieth of a short round). A thread that ended takes its count with it, and Node's stay.
 */
export function cpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
