/** @jest-environment node */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { BrowserRelease } from '../../contracts/composition.ts';
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
  site = await listen(async (request, response) => {
    const body = await text(request);
    asked.push(`${request.method} ${request.url}${body && ` ${body}`}`);
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

function develop(api: ApiMode, { realForms = false } = {}): Promise<string> {
  const routes = [{ path: '/careers', title: 'Careers' }];
  const release = async () =>
    ({ id: '', entry: '', globalName: '', integrity: '', routes }) as unknown as BrowserRelease;
  const parts = { remote: 'mf-careers', folder, api, realForms, release, readMap: async () => null };
  const answer = developmentSite({ site: new RunningSite(site), ...parts });
  return listen((request, response) => answer(request, response, () => response.writeHead(500).end()));
}

const post = (address: string, to: string, body = '{}') =>
  fetch(address + to, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });

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
  expect(asked).toEqual(['POST /api/contact-support {"isTest":true}']);
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
  expect(asked).toEqual(['POST /api/contact-support {"isTest":true}']);
});

it.each(['real', 'record'] as const)(
  'marks forms as tests unless they are wanted as real ones, with the %s API',
  async (api) => {
    const form = '{"name":"Zoë"}';
    expect((await post(await develop(api), '/api/leads', form)).status).toBe(201);
    expect((await post(await develop(api, { realForms: true }), '/api/leads', form)).status).toBe(201);
    await post(await develop(api), '/api/leads', '["no form"]');
    await fetch(`${await develop(api)}/api/agents/ada`);
    expect(asked).toEqual([
      'POST /api/leads {"name":"Zoë","isTest":true}',
      'POST /api/leads {"name":"Zoë"}',
      'POST /api/leads ["no form"]',
      'GET /api/agents/ada',
    ]);
  },
);

it('gives a program the developed page of the remote, with the policy of the site and its own origins, and the pages of others', async () => {
  const data = JSON.stringify({ remote: null, route: null });
  const home = await listen((request, response) => {
    asked.push(`${request.url}`);
    response.setHeader('Content-Security-Policy', "script-src 'self';connect-src 'self' https://voice.example");
    response.end(`<script type="application/json" id="page-data">${data}</script>live`);
  });
  site = home;
  const address = await develop('real');
  const origins = { connect: ['https://jobs.example'], frame: ['https://map.example'] };
  const manifest = { name: 'mf-careers', version: '1.0.0', dependencies: { kit: '*' }, origins };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const read = (page: string) => fetch(address + page, { headers: { Accept: '*/*' } });
  const careers = await read('/careers');
  expect(await careers.text()).toContain('"remote":{"name":"mf-careers"');
  expect(careers.headers.get('Content-Security-Policy')).toBe(
    `script-src 'self' 'wasm-unsafe-eval';connect-src 'self' https://voice.example ${address.replace('http', 'ws')} https://jobs.example;frame-src 'self' https://map.example`,
  );
  expect(await (await read('/hvac')).text()).toContain('live');
});
