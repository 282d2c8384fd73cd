import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { findQuietPort } from '../support/quiet-port.ts';

// Partners' tools that generate clients, collections and mock servers, applied to the served OpenAPI document. They are not among
// the project's packages, because they bring a fifth of all packages and only this test needs them. It installs them.

interface OpenApi {
  servers: { url: string }[];
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** A folder or a request of a Postman collection. */
interface PostmanItem {
  item?: PostmanItem[];
  request?: object;
}

const tools = import.meta.dirname;

let folder: string;
let file: string;
let document: OpenApi;

// One worker runs all tests of this file, because two of them would install the tools at once.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ baseURL }) => {
  await run('npm', 'install', '--prefix', tools, '--no-save', '--no-audit', '--no-fund', '--loglevel=error');
  folder = await mkdtemp(join(tmpdir(), 'partner-tools-'));
  file = join(folder, 'openapi.json');
  const text = await (await fetch(new URL('/api/openapi.json', baseURL))).text();
  document = JSON.parse(text);
  await writeFile(file, text);
});
test.afterAll(() => rm(folder, { recursive: true }));

/** Returns the program's output. Rejects with it if the program fails. */
async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`);
  });
  return stdout;
}

/** The project's own compiler, which takes a fraction of the time that the one of the tools takes. */
const compiler = join(tools, '../../node_modules/typescript-native/bin/tsc');

const tool = (name: string) => join(tools, 'node_modules/.bin', name);

/** Compiles files and their imports in strict mode. */
async function compile(...files: string[]): Promise<void> {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, types: [], target: 'es2022' },
    ...{ module: 'esnext', moduleResolution: 'bundler' },
  };
  const project = join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions, files }));
  await run(process.execPath, compiler, '-p', project);
}

const operationsOf = ({ paths }: OpenApi) => Object.values(paths).flatMap((methods) => Object.values(methods));

test('the document is valid without a warning, under a public URL', async () => {
  // This site names localhost as its server, which the linter reports as a mistake.
  const published = { ...document, servers: [{ url: 'https://www.beaconfield.example' }] };
  const copy = join(folder, 'published.json');
  await writeFile(copy, JSON.stringify(published));
  expect(await run(process.execPath, join(tools, 'lint.mjs'), copy)).toBe('');
});

test('openapi-typescript generates types that accept a lead and refuse a wrong one, and hey-api a client with every operation', async () => {
  await run(tool('openapi-typescript'), file, '-o', join(folder, 'types.ts'));
  const use = `import type { paths } from './types';
    type Lead = paths['/api/leads']['post']['requestBody']['content']['application/json'];
    export const lead: Lead = { name: 'Ada', company: 'Heating', phone: '8015550142', email: 'a@b.example',
      location: 'Salt Lake City', services: ['repair'], industry: 'hvac' };
    // @ts-expect-error: no such service
    export const wrong: Lead = { ...lead, services: ['plumbing'] };`;
  await writeFile(join(folder, 'use-types.ts'), use);
  const client = join(folder, 'client');
  await run(tool('openapi-ts'), '-i', file, '-o', client, '-p', '@hey-api/typescript', '@hey-api/sdk', '--no-log-file');
  const sdk = await readFile(join(client, 'sdk.gen.ts'), 'utf8');
  for (const { operationId } of operationsOf(document)) expect(sdk).toContain(`export const ${operationId} =`);
  await compile(join(folder, 'use-types.ts'), join(client, 'index.ts'));
});

test('Postman imports it, with the address of this site', async ({ baseURL }) => {
  const collection = join(folder, 'postman.json');
  await run(tool('openapi2postmanv2'), '-s', file, '-o', collection);
  const { item, variable } = JSON.parse(await readFile(collection, 'utf8'));
  expect(variable).toMatchObject([{ key: 'baseUrl', value: new URL(baseURL ?? '').origin }]);
  const requestsIn = (items: PostmanItem[]): number =>
    items.reduce((sum, one) => sum + (one.request ? 1 : requestsIn(one.item ?? [])), 0);
  expect(requestsIn(item)).toBe(operationsOf(document).length);
});

test('Prism mocks it: it accepts the example lead and refuses a wrong one', async () => {
  const port = await findQuietPort();
  const prism = spawn(tool('prism'), ['mock', '-p', String(port), file], {
    stdio: 'ignore',
  });
  try {
    const answer = await sendTo(port, prism, {
      name: 'Ada Lovelace',
      company: 'Heating',
      phone: '8015550142',
      email: 'a@b.example',
      location: 'Salt Lake City',
      services: ['repair'],
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ reference: expect.stringMatching(/^L-/) });
    expect((await sendTo(port, prism, { name: 'Ada' })).status).toBeGreaterThanOrEqual(400);
  } finally {
    prism.kill();
  }
});

/** Retries until Prism listens. */
async function sendTo(port: number, prism: ChildProcess, lead: object): Promise<Response> {
  const send = () =>
    fetch(`http://127.0.0.1:${port}/api/leads`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(lead),
    });
  let answer: Response | undefined;
  await expect
    .poll(
      async () => {
        answer = await send().catch(() => undefined);
        return answer !== undefined || prism.exitCode !== null;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  if (!answer) throw new Error('Prism ended before it listened');
  return answer;
}
