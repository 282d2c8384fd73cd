import { setTimeout as delay } from 'node:timers/promises';
import { test as plainTest } from '@playwright/test';
import { startFaultyLine } from '../support/faulty-line.ts';
import { expect, test } from '../support/test.ts';

test('a page that is left while its remote loads does not report a failure of the remote', { tag: '@engines' }, async ({
  page,
  context,
}) => {
  const reports: string[] = [];
  // Playwright has no request bodies in Firefox, so the test counts reports there.
  page.on('request', (request) => {
    if (request.url().endsWith('/_health/views')) reports.push(request.postData() ?? 'told');
  });
  let asked = () => {};
  const onTheWay = new Promise<void>((resolve) => {
    asked = resolve;
  });
  await context.route('**/remotes/mf-intake/**/*.js', async (route) => {
    asked();
    await delay(8000);
    await route.abort().catch(() => {}); // the page may be closed
  });
  // A slow next page keeps the previous one open for a while.
  await context.route('**/contact', async (route) => {
    await delay(1500);
    await route.continue();
  });
  await page.goto('/exotics-intake');
  await page.mouse.move(5, 5);
  await page.mouse.move(50, 50);
  await onTheWay;
  await page.evaluate(() => {
    location.href = '/contact';
  });
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(reports).toEqual([]);
});

// Plain Playwright, because with intercepted requests the inspector of stock WebKit sometimes keeps a page that is left.
plainTest('a page that is left before it requests its remote reports no failure', async ({ page, baseURL }) => {
  const line = await startFaultyLine(baseURL ?? '');
  line.breakFiles(/^\/(contact|remotes\/)/, 'late');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.addInitScript(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof HTMLScriptElement && /[/]shell[/].*[/]main[.]/.test(target.src)) location.href = '/contact';
    };
    // The load event of a script does not bubble, so the listener captures.
    if (location.pathname !== '/contact') document.addEventListener('load', leave, true);
  });
  await page.goto(`${line.address}/exotics-intake`);
  await page.mouse.move(5, 5);
  await page.mouse.move(50, 50);
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await line.stop();
  expect(said.filter((words) => words.startsWith('[shell]'))).toEqual([]);
});
