import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApiProxy } from './proxy.ts';

const open: (Server | Socket)[] = [];

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('closeAllConnections' in one) one.close().closeAllConnections();
    else one.destroy();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  // A server on a port gives its address as an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An API that says what it got, behind the proxy. */
async function startSite(): Promise<string> {
  const api = await listen(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, headers } = request;
    const length = headers['content-length'] ?? headers['transfer-encoding'] ?? 'none';
    response.end(`${method} ${length} ${Buffer.concat(parts).length}`);
  });
  const proxy = createApiProxy(api);
  return listen((request, response) => void proxy(request, response));
}

async function sendHalf(site: string): Promise<void> {
  const { hostname, port } = new URL(site);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  await once(socket, 'connect');
  socket.write(
    'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"',
  );
}

describe('the way to the API', () => {
  it('stays open for others while 300 forms are half sent', async () => {
    const site = await startSite();
    await Promise.all(Array.from({ length: 300 }, () => sendHalf(site)));
    // Each of them has arrived by the time that one which came after them is answered.
    await expect(fetch(`${site}/api/leads`).then((answer) => answer.text())).resolves.toBe('GET none 0');
    const form = { method: 'POST', body: 'x'.repeat(1000) };
    await expect(fetch(`${site}/api/leads`, form).then((answer) => answer.text())).resolves.toBe('POST 1000 1000');
  });

  it('passes bodies on whole, with and without a length, also those that are larger than any form', async () => {
    const site = await startSite();
    for (const size of [1, 256 * 1024, 2 * 1024 * 1024]) {
      const body = 'x'.repeat(size);
      const answer = await fetch(`${site}/api/x`, { method: 'POST', body });
      expect(await answer.text()).toBe(`POST ${size} ${size}`);
      const chunked = new Blob([body]).stream();
      // Node's fetch asks for `duplex` (Fetch standard, section 5.4), which the types do not know.
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: chunked, duplex: 'half' };
      const streamed = await fetch(`${site}/api/x`, init);
      expect(await streamed.text()).toBe(`POST chunked ${size}`);
    }
  });
});
