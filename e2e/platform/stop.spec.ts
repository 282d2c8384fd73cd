import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { listen } from '../support/listen.ts';
import { isRenderedPage } from '../support/rendered-page.ts';
import { startShellSite } from '../support/shell-site.ts';

test('a shell server that is stopped renders the page that it was asked for, waits for a slow API response, and ends', async () => {
  test.setTimeout(300_000);
  const isAsked = { form: Promise.withResolvers<void>(), page: Promise.withResolvers<void>() };
  /** Holds the API's responses for the last page and for the form. */
  const isOver = { page: Promise.withResolvers<void>(), form: Promise.withResolvers<void>() };
  const api = createServer(async ({ method, url = '' }, response) => {
    if (method === 'POST') {
      isAsked.form.resolve();
      await isOver.form.promise;
      response.end('kept');
      return;
    }
    if (url.endsWith('/last')) {
      isAsked.page.resolve();
      await isOver.page.promise;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ businessName: 'Hope Dental' }));
  });
  const site = await startShellSite({ API_URL: `http://127.0.0.1:${await listen(api)}` });
  const pageOf = async (name: string) => (await fetch(`${site.address}/agents/${name}`)).text();
  const isListening = () =>
    fetch(`${site.address}/healthz`).then(
      () => true,
      () => false,
    );
  try {
    // Once the renderer of these pages has started, the last one takes milliseconds. On a busy machine it needs several tries to start.
    await expect.poll(async () => isRenderedPage(await pageOf('first')), { timeout: 150_000 }).toBe(true);
    const form = fetch(`${site.address}/api/leads`, { method: 'POST', body: '{}' });
    await isAsked.form.promise;
    const page = pageOf('last');
    await isAsked.page.promise;
    const ended = site.end();
    await expect.poll(isListening).toBe(false);
    isOver.page.resolve();
    expect(isRenderedPage(await page)).toBe(true);
    // Longer than the five seconds after which servers commonly close connections.
    await sleep(6500);
    isOver.form.resolve();
    expect(await (await form).text()).toBe('kept');
    expect(await ended).toBe(0);
  } finally {
    await site.stop();
    api.close();
  }
});
