/** @jest-environment node */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RemoteSlots } from '../../contracts/slots.ts';
import type { SiteContract } from '../../contracts/squad/contract.ts';
import { type ApiMode, developmentSite } from './development-site.ts';
import { RunningSite } from './running-site.ts';
import type { DevelopmentBuild, TriedPage } from './server-rendering.ts';

let folder: string;
let asked: string[];
let servers: Server[];
let site: string;
let tried: TriedPage;
let offered: RemoteSlots;

const chunks = {
  remote: ['browser/remote.js'],
  'page-careers': ['browser/page-careers.css', 'browser/page-careers.js'],
};
const contract = { namespaces: [{ path: '/careers', remote: 'mf-careers' }], reserved: [], sharedModules: {} };

const origins = { connect: ['https://jobs.example'], frame: ['https://map.example'] };
const manifest = JSON.stringify({ name: 'mf-careers', version: '1.0.0', dependencies: { kit: '*' }, origins });

/** The source map of a server bundle whose second line is the second line of the page. */
const readMap = async (url: string) =>
  url.endsWith('/remote.cjs?1')
    ? JSON.stringify({ version: 3, names: [], sources: ['webpack://mf-careers/./src/page.tsx'], mappings: 'AAAA;AACA' })
    : null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'development-site-'));
  asked = [];
  servers = [];
  tried = { rendered: null, problems: [] };
  offered = {};
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
  const routes = [{ path: '/careers', title: 'Careers', chunk: 'page-careers' }];
  const build = { remote: 'mf-careers', globalName: 'mf_careers', routes, chunks, needs: {}, slots: offered };
  const rendering = { build: async () => build as unknown as DevelopmentBuild, tryPage: async () => tried };
  const parts = { contract: contract as unknown as SiteContract, folder, api, realForms, rendering, readMap };
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
  const data = JSON.stringify({ site: {}, remote: null, route: null });
  const home = await listen((request, response) => {
    asked.push(`${request.url}`);
    response.setHeader('Content-Security-Policy', "script-src 'self';connect-src 'self' https://voice.example");
    response.end(`<script type="application/json" id="page-data">${data}</script>live`);
  });
  site = home;
  const address = await develop('real');
  await writeFile(path.join(folder, 'package.json'), manifest);
  const read = (page: string) => fetch(address + page, { headers: { Accept: '*/*' } });
  const careers = await read('/careers');
  expect(await careers.text()).toContain('"remote":{"name":"mf-careers"');
  expect(careers.headers.get('Content-Security-Policy')).toBe(
    `script-src 'self' 'wasm-unsafe-eval';connect-src 'self' https://voice.example ${address.replace('http', 'ws')} https://jobs.example;frame-src 'self' https://map.example`,
  );
  expect(await (await read('/hvac')).text()).toContain('live');
});

it('puts what the developed remote offers in slots beside what others offer, in place of what its live release offers', async () => {
  const slots = {
    header: [{ label: 'Jobs', to: '/careers' }],
    footer: [{ label: 'Press', to: '/press' }],
    widgets: { 'leads-below': ['mf_press/news', 'mf_careers/openings'] },
  };
  const data = JSON.stringify({ site: { slots }, remote: null, route: null });
  site = await listen((_, response) => {
    response.end(`<script type="application/json" id="page-data">${data}</script>`);
  });
  await writeFile(path.join(folder, 'package.json'), manifest);
  offered = {
    header: { label: 'Careers', path: '/careers' },
    widgets: { 'leads-below': './openings', 'home-below': './openings' },
  };
  const html = await (await fetch(`${await develop('real')}/careers`)).text();
  expect(JSON.parse(/id="page-data">(.*?)</.exec(html)?.[1] ?? '{}').site.slots).toEqual({
    header: [{ label: 'Careers', to: '/careers' }],
    footer: [{ label: 'Press', to: '/press' }],
    widgets: { 'leads-below': ['mf_press/news', 'mf_careers/openings'], 'home-below': ['mf_careers/openings'] },
  });
});

it('puts the page as the site renders it into the first HTML, with its head, its styles and its style sheets', async () => {
  const data = JSON.stringify({ site: {}, remote: null, route: null });
  site = await listen((_, response) => {
    response.end(`<script type="application/json" id="page-data">${data}</script>`);
  });
  await writeFile(path.join(folder, 'package.json'), manifest);
  const styles = [{ key: 's', ids: ['1'], css: '.s-1{color:red}' }];
  const rendered = { html: '<main><h1>Careers</h1></main>', head: '<title>Careers</title>', styles };
  tried = { rendered, problems: [] };
  const html = await (await fetch(`${await develop('real')}/careers`)).text();
  for (const part of [
    '<div id="root"><main><h1>Careers</h1></main></div>',
    '<title>Careers</title>',
    '<style data-s data-emotion="s 1">.s-1{color:red}</style>',
    '<link rel="stylesheet" href="/@dev/mf-careers/page-careers.css">',
  ]) {
    expect(html).toContain(part);
  }
});

it('names what the gate would refuse, with file and line of an error on the server', async () => {
  site = await listen((_, response) => {
    response.end('<script type="application/json" id="page-data">{"site":{},"remote":null}</script>');
  });
  await mkdir(path.join(folder, 'src'));
  await writeFile(path.join(folder, 'src/page.tsx'), 'export function Page() {\n  return window.name;\n}\n');
  const problem = 'The page /careers cannot be rendered on the server: ReferenceError: window is not defined.';
  const error = new Error(
    'window is not defined\n    at Page (http://localhost:4300/@dev/mf-careers/server/remote.cjs?1:2:1)',
  );
  tried = { rendered: null, error, problems: [{ problem }] };
  const address = await develop('real');
  const find = async () => (await fetch(`${address}/@dev/problem?page=/careers`)).json();
  expect(await find()).toEqual({ problem, traced: expect.objectContaining({ file: 'src/page.tsx', line: 2 }) });
  tried = { rendered: null, problems: [] };
  expect(await find()).toBeNull();
  contract.namespaces = [{ path: '/careers', remote: 'mf-jobs' }];
  expect(await find()).toEqual({
    problem: 'mf-careers wants to serve /careers, which belongs to mf-jobs.',
    traced: null,
  });
});

it('asks the site anew who owns a path, and keeps its last answer while the site gives none', async () => {
  const budget = { registered: 1, page: 1 };
  const asNow: SiteContract = {
    contract: 1,
    site: { name: 'Site', origin: 'https://site.example', id: null },
    shell: { version: '1.0.0', id: 'a' },
    sharedModules: {},
    namespaces: [{ path: '/careers', remote: 'mf-careers' }],
    reserved: [],
    budgets: { remote: budget, remotes: {}, record: { routes: 1, record: 1 }, release: { bytes: 1, files: 1 } },
    gate: [],
    packages: '/packages/',
    calls: { base: '/', access: 'on' },
    recordedAnswers: null,
  };
  let answer: SiteContract | null = null;
  site = await listen(({ url }, response) => {
    if (url !== '/_platform/contract.json') {
      response.end('<script type="application/json" id="page-data">{"site":{},"remote":null}</script>');
    } else if (answer) response.end(JSON.stringify(answer));
    else response.writeHead(503).end('{}');
  });
  contract.namespaces = [{ path: '/careers', remote: 'mf-jobs' }];
  const address = await develop('real');
  const find = async () => (await fetch(`${address}/@dev/problem?page=/careers`)).json();
  const problem = 'mf-careers wants to serve /careers, which belongs to mf-jobs.';
  expect(await find()).toEqual({ problem, traced: null });
  answer = asNow;
  expect(await find()).toBeNull();
  answer = null;
  expect(await find()).toBeNull();
});
