import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isApiReady } from './data-clients.ts';

let server: Server;
let url: string;
let status: number;
let taken: { request: IncomingMessage }[];

beforeEach(async () => {
  taken = [];
  server = createServer((request, response) => {
    taken.push({ request });
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the API', () => {
  it.each([
    [200, true],
    [503, false],
    [404, false],
  ])('that answers %i is ready: %j', async (answer, isReady) => {
    status = answer;
    expect(await isApiReady(url)).toBe(isReady);
    expect(taken[0]?.request.url).toBe('/api/health/ready');
  });

  it('that nobody hears of is not ready', async () => {
    expect(await isApiReady('http://127.0.0.1:9')).toBe(false);
  });
});
