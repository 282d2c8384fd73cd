import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { isRenderedPage } from '../support/rendered-page.ts';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';

let site: ShellSite;

test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  site = await startShellSite();
});
test.afterAll(() => site.stop());

test('a shell server finishes the renders that it has begun before it stops', async () => {
  // Slow to load, but below the 5 s limit of a renderer also on a busy machine.
  const slow = 'for (const end = Date.now() + 1500; Date.now() < end; );';
  const id = await publishChanged(site, {
    remote: 'mf-marketing',
    files: { 'server/remote.cjs': (content) => `${slow}${content}` },
  });
  await site.goLive('mf-marketing', id);
  const server = await site.startAnother();
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
  const server = await site.startAnother({}, { API_URL: `http://127.0.0.1:${port}` });
  const answer = fetch(`${server.address}/api/leads`, { method: 'POST', body: '{}' });
  await asked.promise;
  const ended = server.end();
  expect(await (await answer).text()).toBe('kept');
  expect(await ended).toBe(0);
  api.close();
});
