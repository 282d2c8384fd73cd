import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isApiReady } from './api-readiness.ts';
import { callOperator } from './call-operator.ts';

let server: Server;
let url: string;
let status: number;
let taken: { request: IncomingMessage; body: unknown }[];

beforeEach(async () => {
  status = 200;
  taken = [];
  server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await json(request) : null;
    taken.push({ request, body });
    response.writeHead(status, status === 302 ? { location: url } : {}).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the operator', () => {
  const call = { alarm: 'guard mf-agents', sentence: 'mf-agents fails.' };

  it('gets an alarm as chat programs take it, in the shape of those of the API', async () => {
    await callOperator(`${url}/hook`, call, new AbortController().signal);
    expect(taken.map(({ request }) => `${request.method} ${request.url}`)).toEqual(['POST /hook']);
    expect(taken[0]?.body).toEqual({
      type: 'operator.alarm',
      timestamp: expect.any(String),
      text: 'ALARM: mf-agents fails.',
      data: { alarm: 'guard mf-agents', raisedAt: expect.any(String) },
    });
  });

  it.each([500, 302])('has not got it with an answer of %i, and the log says so', async (answer) => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    said.mockClear();
    status = answer;
    const ending = new AbortController();
    const calling = callOperator(`${url}/hook`, call, ending.signal);
    while (said.mock.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    ending.abort();
    await calling;
    expect(taken).toHaveLength(1);
    expect(said.mock.calls.flat()).toEqual([expect.stringContaining('did not take the alarm "guard mf-agents"')]);
  });
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
