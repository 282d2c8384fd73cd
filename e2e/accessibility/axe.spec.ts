import type { Page } from '@playwright/test';
import { rules, runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

interface Look {
  name: string;
  width: number;
  /** Applies the visitor's setting to the loaded page. */
  set: (page: Page) => Promise<unknown>;
  /** Rules that do not work with this setting. */
  without?: readonly string[];
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

/** Widths and settings. The page is loaded once for each width. */
const looks: readonly Look[] = [
  { name: 'as it arrives', width: 390, set: async () => {} },
  { name: 'with text twice as large', width: 390, set: (page) => setTextSize(page, '200%') },
  { name: 'as it arrives', width: 1280, set: async () => {} },
  {
    name: 'in forced colours',
    width: 1280,
    set: (page) => page.emulateMedia({ forcedColors: 'active' }),
    // axe reads text colours from a property that forced colours do not change. preferences.spec.ts measures the contrast.
    without: ['color-contrast'],
  },
];

// Every page before any interaction. The journeys check pages in use.
for (const width of [390, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });
    const ofWidth = looks.filter((look) => look.width === width);

    test(`every page is clean for axe ${ofWidth.map(({ name }) => name).join(' and ')}`, async ({ page, request }) => {
      const found: string[] = [];
      for (const path of await loadRoutes(request)) {
        await page.emulateMedia({ forcedColors: 'none' });
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        for (const { name, set, without } of ofWidth) {
          await set(page);
          const { violations } = await runAxe(page, rules, without);
          found.push(...violations.map(({ id, html }) => `${path} ${name}: ${id} ${html}`));
        }
      }
      expect(found).toEqual([]);
    });
  });
}
