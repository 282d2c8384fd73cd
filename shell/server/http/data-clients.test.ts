import { type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { buildProblem, problemContentType } from 'kit/contracts/problem';
import type { Resolve } from 'kit/server/public-address';
import { until } from '../../platform/testing/until.ts';
import { serve } from '../../testing/serve.ts';
import { createApiClient, createBackEndClient, isApiReady } from './data-clients.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const opening = { title: 'Engineer </script> \u2028' };

/** A real server in place of the API or of a squad's back end, and the requests that it got. */
async function startServer(answer: Answer) {
  const requests: IncomingMessage[] = [];
  const { server, url, port } = await serve((request, response) => {
    requests.push(request);
    answer(response, request);
  });
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  return { port, origin: url, url: `${url}/openings/7`, requests, connections: () => connections };
}

const answering = (headers: Record<string, string>, body = '{}', status = 200) =>
  startServer((response) => response.writeHead(status, { ...json, ...headers }).end(body));
const ask = createBackEndClient({ allowPrivate: true });

describe('what asks the API for what a page shows', () => {
  it('gives what the API answers, and takes nothing of a visitor along', async () => {
    const { origin, requests } = await answering({}, JSON.stringify(opening));
    expect(await createApiClient(origin)('/api/agents/acme%20co')).toEqual({ status: 200, body: opening });
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/agents/acme%20co' });
    expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host']);
  });

  it('takes the word of the API alone that there is nothing', async () => {
    const missing = buildProblem({ status: 404, title: 'Not Found', message: 'There is none.', requestId: 'r-1' });
    const api = await answering({ 'Content-Type': problemContentType }, JSON.stringify(missing), 404);
    expect(await createApiClient(api.origin)('/api/x')).toEqual({ status: 404 });
    for (const type of ['text/html', json['Content-Type']]) {
      const proxy = await answering({ 'Content-Type': type }, '{}', 404);
      expect(await createApiClient(proxy.origin)('/api/x')).toBeNull();
    }
  });

  it('has no answer of 20 kB, and none where nobody listens', async () => {
    const { origin } = await answering({}, JSON.stringify('x'.repeat(20_000)));
    expect(await createApiClient(origin)('/api/x')).toBeNull();
    expect(await createApiClient('http://127.0.0.1:1')('/api/x')).toBeNull();
  });
});

// Both clients are made by one function: what servers do wrong is tried with one of them.
describe('what asks a back end of a squad for what a page shows', () => {
  it('gives what the back end answers, and takes nothing of a visitor along', async () => {
    const { url, port, requests } = await answering({ 'Set-Cookie': 'a=b' }, JSON.stringify(opening));
    const found = { answer: { status: 200, body: opening }, keepFor: 0 };
    expect(await ask(`${url}?part=a%20b`)).toEqual(found);
    expect(await ask(url)).toEqual(found);
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/openings/7?part=a%20b' });
    for (const { headers } of requests) {
      expect(headers).toEqual({
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'beaconfield-pages',
        host: `127.0.0.1:${port}`,
        connection: 'close',
      });
    }
  });

  it.each([json, { 'Content-Type': problemContentType }])(
    'takes its word that there is nothing, by %j',
    async (type) => {
      const { url } = await answering(type, '{"status": 404}', 404);
      expect(await ask(url)).toEqual({ answer: { status: 404 }, keepFor: 0 });
    },
  );

  const liars: [string, Answer][] = [
    ['fails', (response) => response.writeHead(500, json).end('{}')],
    ['limits it', (response) => response.writeHead(429, json).end('{}')],
    ['has created something', (response) => response.writeHead(201, json).end('{}')],
    ['leads elsewhere', (response) => response.writeHead(302, { ...json, Location: '/other' }).end('{}')],
    ['leads to another server', (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['answers with a page', (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>')],
    [
      'is a proxy that knows no such page',
      (response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end(),
    ],
    ['names no type', (response) => response.writeHead(200).end('{}')],
    ['says nothing', (response) => response.writeHead(200, json).end()],
    ['answers half of it', (response) => response.writeHead(200, json).end('{"title": "En')],
    ['answers what is no text', (response) => response.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0x22]))],
    [
      'compresses unasked',
      (response) => response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync('{}')),
    ],
    ['answers too much', (response) => response.writeHead(200, json).end(JSON.stringify('x'.repeat(262_143)))],
    [
      'ends in the middle',
      (response) => {
        response.writeHead(200, { ...json, 'Content-Length': '1000' }).write('{"a":');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['hangs up', (response) => void response.destroy()],
  ];

  it.each(liars)('has no answer where the back end %s', async (_, answer) => {
    const { url, requests } = await startServer(answer);
    expect(await ask(url)).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it('has an answer of 256 kB, and none where nobody listens', async () => {
    const { url } = await answering({}, JSON.stringify('x'.repeat(262_142)));
    expect(await ask(url)).toMatchObject({ answer: { status: 200 } });
    expect(await ask('http://127.0.0.1:1/openings')).toBeNull();
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

  it.each(slow)('gives up on one that %s, and holds no connection to it', async (_, answer) => {
    const { url, requests } = await startServer(answer);
    const startedAt = performance.now();
    expect(await createBackEndClient({ allowPrivate: true, timeout: 100 })(url)).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1900);
    await until(() => requests[0]?.socket.destroyed === true);
  });

  it('asks few things of one origin at once, and others beside it', async () => {
    const held: ServerResponse[] = [];
    const busy = await startServer((response) => void held.push(response));
    const other = await answering({});
    const askFew = createBackEndClient({ allowPrivate: true, maxRequests: 1 });
    const first = askFew(busy.url);
    await until(() => held.length === 1);
    expect(await askFew(busy.url)).toBeNull();
    expect(await askFew(other.url)).not.toBeNull();
    held[0]?.writeHead(200, json).end('{}');
    expect(await first).not.toBeNull();
    const next = askFew(busy.url);
    await until(() => held.length === 2);
    held[1]?.writeHead(200, json).end('{}');
    expect(await next).not.toBeNull();
  });

  it.each([
    ['', 0],
    ['max-age=30', 30_000],
    ['public, max-age=30', 30_000],
    ['public,MAX-AGE="30"', 30_000],
    ['max-age=3600', 60_000],
    ['s-maxage=30', 0],
    ['no-store, max-age=30', 0],
    ['no-cache, max-age=30', 0],
    ['private, max-age=30', 0],
    ['max-age=soon', 0],
  ])('keeps an answer with "Cache-Control: %s" for %i ms', async (value, keepFor) => {
    const { url } = await answering(value ? { 'Cache-Control': value } : {});
    expect(await ask(url)).toMatchObject({ keepFor });
  });
});

describe('what reaches public addresses alone', () => {
  /** A name server that gives an address, and notes what it was asked. */
  const naming = (address: string) => {
    const names: string[] = [];
    const resolve: Resolve = (name, _options, callback) => {
      names.push(name);
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    };
    return { names, resolve };
  };

  it('connects to no private address, whatever name it has', async () => {
    const { port, connections } = await answering({});
    const { names, resolve } = naming('127.0.0.1');
    const askPublic = createBackEndClient({ allowPrivate: false, resolve });
    for (const host of ['back-end.example', '127.0.0.1', '[::ffff:127.0.0.1]']) {
      expect(await askPublic(`https://${host}:${port}/openings`)).toBeNull();
    }
    expect(names).toEqual(['back-end.example']);
    expect(connections()).toBe(0);
  });

  it('sends nothing over http', async () => {
    const { url, port, requests } = await answering({});
    const { names, resolve } = naming('1.1.1.1');
    const askPublic = createBackEndClient({ allowPrivate: false, resolve });
    expect(await askPublic(url)).toBeNull();
    expect(await askPublic(`http://back-end.example:${port}/openings`)).toBeNull();
    expect(names).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe('the API', () => {
  it.each([
    [200, true],
    [503, false],
    [404, false],
  ])('that answers %i is ready: %j', async (status, isReady) => {
    const { origin, requests } = await answering({}, '{}', status);
    expect(await isApiReady(origin)).toBe(isReady);
    expect(requests[0]?.url).toBe('/api/health/ready');
  });

  it('that nobody hears of is not ready', async () => {
    expect(await isApiReady('http://127.0.0.1:9')).toBe(false);
  });
});
