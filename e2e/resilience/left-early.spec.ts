import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '../support/test.ts';

test('a page that is left while its remote is on the way tells nobody that the remote failed', async ({
  page,
  context,
}) => {
  const reports: string[] = [];
  // Firefox shows a test no body, but that something was told.
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
    await route.abort().catch(() => {}); // the page has gone
  });
  // The next page takes a moment, in which the one before is still there.
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
