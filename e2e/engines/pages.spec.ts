import type { Page } from '@playwright/test';
import { loadRoutes, loadRoutesOfEachKind } from '../accessibility/routes.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Every page in Chromium, and every kind of page in every engine. Other tests check the content.

/** The width of the window, and whether the document fits it. */
const fitOf = (page: Page) =>
  page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth <= window.innerWidth] as const);

const [phone, desktop] = [390, 1280];

// Chromium loads every page. The other engines load one page of each kind, because the others have the same components with
// other words. Other tests have the voice widget: headers.quick.spec.ts on two pages, agents-voice.spec.ts in each engine.
test('pages hydrate on a phone, also fit a desktop, have one first heading and no console message', {
  tag: '@engines',
}, async ({ page, request, consoleErrors, browserName }) => {
  for (const path of await (browserName === 'chromium' ? loadRoutes(request) : loadRoutesOfEachKind(request))) {
    await page.setViewportSize({ width: phone, height: 844 });
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 }), `first headings of ${path}`).toHaveCount(1);
    for (const width of [phone, desktop]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => fitOf(page), { message: `widths of ${path}` }).toEqual([width, true]);
    }
    expect(consoleErrors, `said by ${path}`).toEqual([]);
  }
});

test('a request that the page cancels while a test holds it does not stop the browser', {
  tag: ['@engines', '@not-firefox'],
}, async ({ page, context }) => {
  let hold: () => void = () => {};
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve;
  });
  await openHydrated(page, '/services');
  await context.route('**/*?held', async (route) => {
    hold();
    await page.waitForURL('**/contact');
    await route.continue();
  });
  await page.evaluate(() => void fetch('/?held').catch(() => {}));
  await isHeld;
  await openHydrated(page, '/contact');
  await openHydrated(page, '/services');
});
