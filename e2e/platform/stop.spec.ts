import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { isRenderedPage } from '../support/rendered-page.ts';
import { goLive, publishChanged, runRelease, startServer, unusedAddress } from '../support/shell-site.ts';
import { fillFromTemplate } from '../support/site-template.ts';

let dataFolder: string;

/** Starts a shell server on the store of the data folder. */
const start = (API_URL = unusedAddress) => startServer({ ...process.env, API_URL, DATA_DIR: dataFolder, PORT: '0' });

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'site-stop-'));
  await fillFromTemplate(dataFolder);
});
test.afterAll(() => rm(dataFolder, { recursive: true, force: true }));

test('a shell server finishes the renders that it has begun before it stops', async () => {
  // Slow to load, but below the 5 s limit of a renderer also on a busy machine.
  const slow = 'for (const end = Date.now() + 1500; Date.now() < end; );';
  const release = (...words: string[]) => runRelease(dataFolder, ...words);
  const files = { 'server/remote.cjs': (content: string) => `${slow}${content}` };
  const id = await publishChanged({ release }, { remote: 'mf-marketing', files });
  await goLive(dataFolder, 'mf-marketing', id);
  const server = await start();
  // Once a page of another remote arrives, the renderers have started.
  await (await fetch(`${server.address}/click-demos`)).text();
  const asked = fetch(server.address);
  // The request is under way and not answered yet.
  await sleep(750);
  const ended = server.end();
  const answer = await asked;
  expect(answer.status).toBe(200);
  expect(isRenderedPage(await answer.text())).toBe(true);
  expect(await ended).toBe(0);
});

test('a shell server waits for a slow API response before it stops', async () => {
  const asked = Promise.withResolvers<void>();
  const api = createServer(async (_request, response) => {
    asked.resolve();
    await sleep(6500);
    response.end('kept');
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const { port } = api.address() as AddressInfo; // It listens on TCP.
  const server = await start(`http://127.0.0.1:${port}`);
  const answer = fetch(`${server.address}/api/leads`, { method: 'POST', body: '{}' });
  await asked.promise;
  const ended = server.end();
  expect(await (await answer).text()).toBe('kept');
  expect(await ended).toBe(0);
  api.close();
});
