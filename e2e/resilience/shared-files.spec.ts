import { test } from '../support/caching-test.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import { expect, openHydrated, takeConsole } from '../support/test.ts';

// Files of the shell that pages of several remotes load, such as the forms.

const shared = /\/shell\/[^/]+\/forms\./;
const noticeText = 'do not work at the moment';

test('a retry fetches a shared file again that was damaged, and later pages work', async ({
  page,
  line,
  consoleErrors,
}) => {
  line.breakFiles(shared, 'broken');
  await openHydrated(page, `${line.address}/hvac`);
  const notice = page.getByRole('alert').filter({ hasText: noticeText });
  await expect(notice).toBeVisible();
  line.breakFiles();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-static-island]')).toHaveCount(0);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  await openHydrated(page, `${line.address}/solar`);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  await takeConsole(page, consoleErrors);
});

test('a retry fetches a shared file again that failed during navigation', { tag: '@engines' }, async ({
  page,
  line,
  consoleErrors,
}) => {
  const told: string[] = [];
  page.on('request', (request) => {
    // Playwright has no request bodies in Firefox, but every engine gives the number of requests.
    if (request.url().endsWith('/_health/views')) told.push(request.postData() ?? 'of Firefox');
  });
  await openHydrated(page, `${line.address}/services`);
  await expect.poll(() => told).toEqual([expect.stringMatching(/"outcome":"hydrated"|of Firefox/)]);
  line.breakFiles(shared);
  await navigateInTab(page, '/solar');
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toContainText('This page could not be loaded');
  // Pages of every release need this file, so its failure does not count against the live release.
  expect(told).toHaveLength(1);
  line.breakFiles();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').locator('button[type=submit]')).toBeVisible();
  await takeConsole(page, consoleErrors);
});

test('a retry requests a shared file again that hangs', async ({ page }) => {
  await page.clock.install();
  await openHydrated(page, '/services');
  const asked: string[] = [];
  await page.route(shared, (route) => {
    asked.push(new URL(route.request().url()).search);
    return asked.length === 1 ? undefined : route.continue();
  });
  await pauseClock(page);
  await navigateInTab(page, '/solar');
  await expect.poll(() => asked).toEqual(['']);
  await page.clock.runFor(5000);
  const card = page.getByRole('main').getByRole('alert');
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').locator('button[type=submit]')).toBeVisible();
  expect(asked).toEqual(['', expect.stringMatching(/^\?\d+$/)]);
});
