import type { Page } from '@playwright/test';
import { loadRoutes, loadRoutesOfEachKind } from '../accessibility/routes.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Every page in Chromium, and every kind of page in every engine. Other tests check the content.

/** The width of the window, and whether the document fits it. */
const fitOf = (page: Page) =>
  page.evaluate(() => [window.innerWidth, document.documentElement.scrollWidth <= window.innerWidth] as const);

const [phone, desktop] = [390, 1280];

test.describe('in Chromium with the voice widget, in the other engines without', () => {
  // Chromium loads every page. The other engines load one page of each kind, because the others have the same components with
  // other words; agents-voice.spec.ts has the widget in each engine.
  test.use({ hasVoiceWidget: async ({ browserName }, use) => use(browserName === 'chromium') });

  test('pages hydrate on a phone, also fit a desktop, have one first heading and no console message', {
    tag: '@engines',
  }, async ({ page, request, consoleErrors, browserName, hasVoiceWidget }) => {
    for (const path of await (browserName === 'chromium' ? loadRoutes(request) : loadRoutesOfEachKind(request))) {
      await page.setViewportSize({ width: phone, height: 844 });
      await openHydrated(page, path);
      await expect(page.getByRole('heading', { level: 1 }), `first headings of ${path}`).toHaveCount(1);
      for (const width of [phone, desktop]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => fitOf(page), { message: `widths of ${path}` }).toEqual([width, true]);
      }
      // Leaving during the widget's load would log that the widget is missing.
      if (hasVoiceWidget) await page.waitForFunction(() => customElements.get('elevenlabs-convai') !== undefined);
      expect(consoleErrors, `said by ${path}`).toEqual([]);
    }
  });
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
