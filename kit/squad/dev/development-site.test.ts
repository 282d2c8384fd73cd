/** @jest-environment node */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type ApiMode, developmentSite } from './development-site.ts';
import { RunningSite } from './running-site.ts';

let folder: string;
let asked: string[];
let servers: Server[];
let site: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'development-site-'));
  asked = [];
  servers = [];
  site = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"reference":"S-1"}');
  });
});

afterEach(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await rm(folder, { recursive: true });
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function develop(api: ApiMode): Promise<string> {
  const release = () => Promise.reject(new Error('No page is asked for.'));
  const parts = { site: new RunningSite(site), remote: 'mf-careers', folder, api, release, readMap: async () => null };
  const answer = developmentSite(parts);
  return listen((request, response) => answer(request, response, () => response.writeHead(500).end()));
}

const post = (address: string, to: string) => fetch(address + to, { method: 'POST', body: '{}' });

it.each(['real', 'recorded', 'record'] as const)('tells the site of no visit, with the %s API', async (api) => {
  const address = await develop(api);
  for (const report of ['/_health/views', '/_health/visits']) expect((await post(address, report)).status).toBe(204);
  expect(asked).toEqual([]);
});

it('answers what was recorded, without the site', async () => {
  const recording = await develop('record');
  expect(await (await post(recording, '/api/contact-support')).json()).toEqual({ reference: 'S-1' });
  expect(
    JSON.parse(await readFile(path.join(folder, 'recorded-answers/post-api-contact-support.json'), 'utf8')),
  ).toEqual({
    status: 201,
    body: { reference: 'S-1' },
  });
  expect(asked).toEqual(['POST /api/contact-support']);
  const recorded = await develop('recorded');
  const answer = await post(recorded, '/api/contact-support');
  expect([answer.status, await answer.json()]).toEqual([201, { reference: 'S-1' }]);
  const missing = await fetch(`${recorded}/api/agents/ada?full=1`);
  expect([missing.status, await missing.json()]).toEqual([
    501,
    {
      message:
        'There is no recorded answer: write recorded-answers/get-api-agents-ada.json, or run "remote dev --api record" once.',
    },
  ]);
  expect(asked).toEqual(['POST /api/contact-support']);
});
