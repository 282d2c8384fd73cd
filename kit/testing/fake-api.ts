import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  /** Parsed, if it was JSON. */
  body: unknown;
}

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** The delay of the answer in milliseconds. */
  delay?: number;
  /** What the answer waits for, in place of a delay. */
  after?: Promise<unknown>;
}

/** Answers by `'POST /api/leads'`: an answer, or a function of the call. */
export type FakeRoutes = Record<string, FakeAnswer | ((call: ReceivedCall) => FakeAnswer)>;

/**
 * Starts a real server on loopback in place of the API. While it runs, `fetch` resolves relative paths against it. Close it
 * at the end of the test.
 */
export async function startFakeApi(routes: FakeRoutes) {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const route = routes[`${call.method} ${call.path}`];
    const answer = typeof route === 'function' ? route(call) : route;
    await answer?.after;
    send(response, answer ?? { status: 501, body: `The fake API knows no ${call.method} ${call.path}` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a server on TCP has an address, not a pipe's name
  const origin = `http://127.0.0.1:${port}`;

  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) => realFetch(typeof input === 'string' ? new URL(input, origin) : input, init);

  return {
    origin,
    calls,
    async close() {
      globalThis.fetch = realFetch;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
  const { method = 'GET', url = '/', headers } = request;
  return { method, path: url, headers, body: isJson ? JSON.parse(text) : text };
}

function send(response: ServerResponse, { status = 200, body = '', headers = {}, delay = 0 }: FakeAnswer) {
  setTimeout(() => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isText ? 'text/plain' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
  }, delay).unref();
}
