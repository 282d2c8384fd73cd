import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { cephKeys, cephRegion } from './start-ceph.ts';

/** What goes wrong between a client and an object store. */
const noFaults = {
  /** Nobody answers. */
  isDown: false,
  /** Requests are taken and never answered, also not when this has ended, as on a line that was cut. */
  hangs: false,
  /** Before each request is passed on, in milliseconds. */
  delay: 0,
  /** The share of requests that are answered with 503 SlowDown, 0 to 1. */
  slowDown: 0,
  /** So many writes are done whose answers are lost. */
  lostAnswers: 0,
  /** With the first of them nobody answers any more. */
  isDownOnceLost: false,
  /** The write with this number, from 0 on, is cut in the middle, and all after it never come; null for none. */
  cutAt: null as number | null,
  /** Every request is refused as of ended credentials. */
  areCredentialsEnded: false,
  /** Keys that may not be read: those that this matches. */
  forbids: null as RegExp | null,
  /** The condition of a write is taken off, as some stores ignore it. */
  ignoresConditions: false,
  /** So many keys are listed at once; 0 for as many as the store lists. */
  pageOf: 0,
  /** Contents whose bits are flipped on their way: those of keys that this matches. */
  flips: null as RegExp | null,
};

type Faults = typeof noFaults;

export interface FaultProxy {
  url: string;
  faults: Faults;
  /** Requests by kind, as they are billed: `GET`, `PUT`, `LIST`, `DELETE`. */
  counts: Record<string, number>;
  /** `GET /bucket/key`, each request. */
  seen: string[];
  stop(): void;
}

/** Stands on loopback before a gateway and does what its `faults` say. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults = { ...noFaults };
  const counts: Record<string, number> = {};
  const seen: string[] = [];
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200 });
  const server = http.createServer(async (request, response) => {
    const kind = kindOf(request);
    counts[kind] = (counts[kind] ?? 0) + 1;
    seen.push(`${kind} ${request.url}`);
    if (faults.isDown) return void request.socket.destroy();
    if (faults.hangs) return;
    if (faults.delay > 0) await wait(faults.delay);
    if (faults.areCredentialsEnded) return refuse(request, response, 403, 'ExpiredToken');
    if (kind === 'GET' && faults.forbids?.test(request.url ?? ''))
      return refuse(request, response, 403, 'AccessDenied');
    if (Math.random() < faults.slowDown) return refuse(request, response, 503, 'SlowDown');
    if (faults.ignoresConditions && request.headers['if-none-match'] && request.method === 'PUT') {
      const write = String(request.headers['x-amz-meta-write']);
      return passSignedAnew(request, response, `${target}${request.url}`, { 'x-amz-meta-write': write });
    }
    if (kind === 'LIST' && faults.pageOf > 0) {
      return passSignedAnew(request, response, `${target}${request.url}&max-keys=${faults.pageOf}`);
    }
    pass(request, response, { target, agent, faults });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    counts,
    seen,
    stop() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function kindOf({ method = '', url = '' }: IncomingMessage): string {
  return method === 'GET' && url.includes('list-type=2') ? 'LIST' : method;
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  request.resume();
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

interface Passing {
  target: string;
  agent: http.Agent;
  faults: Faults;
}

function pass(request: IncomingMessage, response: ServerResponse, { target, agent, faults }: Passing): void {
  const isWrite = request.method === 'PUT';
  if (isWrite && faults.cutAt !== null) {
    if (faults.cutAt <= 0) {
      cut(request, target);
      return;
    }
    faults.cutAt -= 1;
  }
  const isLost = isWrite && faults.lostAnswers > 0;
  if (isLost) {
    faults.lostAnswers -= 1;
    faults.isDown ||= faults.isDownOnceLost;
  }
  const doesFlip = request.method === 'GET' && (faults.flips?.test(request.url ?? '') ?? false);
  const { hostname, port } = new URL(target);
  const { headers } = request;
  const upstream = http.request(
    { hostname, port, method: request.method, path: request.url, headers, agent },
    (answer) => {
      if (isLost) return void answer.resume().on('end', () => request.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (doesFlip)
        answer.on('data', (chunk: Buffer) => response.write(flipBit(chunk))).on('end', () => response.end());
      else answer.pipe(response);
    },
  );
  upstream.on('error', () => request.socket.destroy());
  request.pipe(upstream);
}

/** Without the headers and with the address that the signature of the client covers. */
async function passSignedAnew(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  kept: Record<string, string> = {},
): Promise<void> {
  const { method = '' } = request;
  const content = new Uint8Array(await buffer(request));
  const signer = new AwsV4Signer({ ...cephKeys, method, url, service: 's3', region: cephRegion, headers: kept });
  const { headers } = await signer.sign();
  const answer = await fetch(url, { method, headers, ...(method === 'PUT' && { body: content }) });
  response.writeHead(answer.status).end(await answer.text());
}

/** The store gets the first half of the content, and then nothing. */
function cut(request: IncomingMessage, target: string): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = request;
  const upstream = http.request({ hostname, port, method, path: url, headers });
  upstream.on('error', () => {});
  request.once('data', (chunk: Buffer) => {
    upstream.write(chunk.subarray(0, Math.floor(chunk.length / 2)), () => {
      upstream.destroy();
      request.socket.destroy();
    });
  });
}

function flipBit(chunk: Buffer): Buffer {
  const flipped = Buffer.from(chunk);
  const place = Math.floor(flipped.length / 2);
  flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
  return flipped;
}
