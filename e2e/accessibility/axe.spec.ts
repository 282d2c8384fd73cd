import { runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

// The journeys look at pages in use; this looks at every page as it arrives, before anybody touches it.
for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

    test('every page is clean for axe as it arrives', async ({ page, request }) => {
      test.setTimeout(120_000);
      const found: string[] = [];
      for (const path of await loadRoutes(request)) {
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        const { violations } = await runAxe(page);
        found.push(...violations.map(({ id, html }) => `${path}: ${id} ${html}`));
      }
      expect(found).toEqual([]);
    });
  });
}
