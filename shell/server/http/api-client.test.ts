import { type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import { serve } from '../../testing/serve.ts';
import { createApiClient, isApiReady } from './data-clients.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const agent = { businessName: 'Acme </script> \u2028' };

/** A real server in place of the API, and the requests that it got. */
async function startApi(answer: Answer) {
  const requests: IncomingMessage[] = [];
  const { url } = await serve((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  return { url, requests };
}

const missing = JSON.stringify(
  buildProblem({ status: 404, title: 'Not Found', message: 'There is none.', requestId: 'r-1' }),
);

describe('what asks the API for what a page shows', () => {
  it('gives what the API answers, and takes nothing of a visitor along', async () => {
    const { url, requests } = await startApi((response) => response.writeHead(200, json).end(JSON.stringify(agent)));
    expect(await createApiClient(url)('/api/agents/acme%20co')).toEqual({ status: 200, body: agent });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/agents/acme%20co' });
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host']);
  });

  it('takes the word of the API that there is nothing', async () => {
    const { url } = await startApi((response) =>
      response.writeHead(404, { 'Content-Type': problemContentType }).end(missing),
    );
    expect(await createApiClient(url)('/api/x')).toEqual({ status: 404 });
  });

  const liars: [string, Answer][] = [
    ['fails', (response) => response.writeHead(500, json).end('{}')],
    ['limits it', (response) => response.writeHead(429, json).end('{}')],
    ['sends it elsewhere', (response) => response.writeHead(302, { Location: '/api/metrics' }).end()],
    ['sends it to another server', (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['answers with a page', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>')],
    [
      'is a proxy that knows no API',
      (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>'),
    ],
    ['is a gateway that knows no such path', (response) => response.writeHead(404, json).end('{}')],
    ['says nothing', (response) => response.writeHead(200, json).end()],
    ['answers half of it', (response) => response.writeHead(200, json).end('{"businessName": "Ac')],
    ['answers what is no text', (response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0x22]))],
    [
      'compresses unasked',
      (response) => response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync('{}')),
    ],
    ['answers hugely', (response) => response.writeHead(200, json).end(JSON.stringify('x'.repeat(20_000)))],
    [
      'ends in the middle',
      (response) => {
        response.writeHead(200, { ...json, 'Content-Length': '1000' }).write('{"a":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['hangs up', (response) => void response.destroy()],
  ];

  it.each(liars)('has no answer where the server %s', async (_, answer) => {
    const { url } = await startApi(answer);
    expect(await createApiClient(url)('/api/x')).toBeNull();
  });

  it('has no answer where nobody listens', async () => {
    expect(await createApiClient('http://127.0.0.1:1')('/api/x')).toBeNull();
  });

  const slow: [string, Answer][] = [
    ['never answers', () => {}],
    ['never ends its answer', (response) => void response.writeHead(200, json).write('{"a":')],
    [
      'drips, a byte now and then',
      (response) => {
        response.writeHead(200, json).write('"');
        setInterval(() => response.write('x'), 20).unref();
      },
    ],
  ];

  it.each(slow)('gives up on a server that %s, and holds no connection to it', async (_, answer) => {
    const { url, requests } = await startApi(answer);
    expect(await createApiClient(url, { timeout: 100 })('/api/x')).toBeNull();
    const { socket } = requests[0] ?? {};
    while (socket && !socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(socket?.destroyed).toBe(true);
  });

  it('asks few things at once, and goes on once they are answered', async () => {
    const held: ServerResponse[] = [];
    const { url, requests } = await startApi((response) => void held.push(response));
    const ask = createApiClient(url, { timeout: 10_000, maxRequests: 2 });
    const first = [ask('/api/1'), ask('/api/2')];
    expect(await ask('/api/3')).toBeNull();
    while (held.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const response of held) response.writeHead(200, json).end('{}');
    expect(await Promise.all(first)).toEqual([
      { status: 200, body: {} },
      { status: 200, body: {} },
    ]);
    const next = ask('/api/4');
    while (held.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    held[2]?.writeHead(200, json).end('{}');
    expect(await next).toEqual({ status: 200, body: {} });
    expect(requests.map((request) => request.url)).not.toContain('/api/3');
  });
});

describe('the API', () => {
  it.each([
    [200, true],
    [503, false],
    [404, false],
  ])('that answers %i is ready: %j', async (status, isReady) => {
    const { url, requests } = await startApi((response) => response.writeHead(status).end());
    expect(await isApiReady(url)).toBe(isReady);
    expect(requests[0]?.url).toBe('/api/health/ready');
  });

  it('that nobody hears of is not ready', async () => {
    expect(await isApiReady('http://127.0.0.1:9')).toBe(false);
  });
});
