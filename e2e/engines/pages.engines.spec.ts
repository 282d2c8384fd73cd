import { loadRoutes } from '../accessibility/routes.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Every page in every engine. Other tests check the content.
test.describe.configure({ timeout: 600_000 });

for (const width of [390, 1280]) {
  test(`every page hydrates at ${width} px, in the window's width, with one first heading and no console message`, async ({
    page,
    request,
    consoleErrors,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const path of await loadRoutes(request)) {
      await openHydrated(page, path);
      await expect(page.getByRole('heading', { level: 1 }), `first headings of ${path}`).toHaveCount(1);
      const { scrollWidth, innerWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        innerWidth: window.innerWidth,
      }));
      expect(innerWidth).toBe(width);
      expect(scrollWidth, `width of ${path}`).toBeLessThanOrEqual(width);
      // Leaving during the widget's load would log that the widget is missing.
      await page.waitForFunction(() => customElements.get('elevenlabs-convai') !== undefined);
      expect(consoleErrors, `said by ${path}`).toEqual([]);
    }
  });
}

test('a request that the page cancels while a test holds it does not stop the browser', {
  tag: '@not-firefox',
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
