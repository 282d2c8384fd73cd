import type { Page } from '@playwright/test';
import { rules, rulesOfLayout, runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { countMovements, findLowTargets, listPaleTexts } from './page-checks.ts';
import { loadRoutes, loadRoutesOfEachKind } from './routes.ts';

// Every page before any interaction. The journeys check pages in use.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Lists what axe finds on a page. */
async function listViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  const { violations } = await runAxe(page, rules, only);
  return violations.map(({ id, html }) => `${id} ${html}`);
}

/** Expects that nothing moves by itself with reduced motion, and that every text can be read with forced colours. */
async function expectKeptPreferences(page: Page, path: string): Promise<void> {
  expect.soft(await page.evaluate(countMovements), `movements of ${path}`).toBe(0);
  // Without axe, because it reads text colours from a property that forced colours do not change.
  await page.emulateMedia({ forcedColors: 'active' });
  // Also with reduced motion, colours change with the next frame.
  await expect
    .poll(() => page.evaluate(listPaleTexts), `texts of ${path} that cannot be read with forced colours`)
    .toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every page is clean for axe, has targets for touch, and keeps the preferences for motion and colours', async ({
    page,
    request,
  }) => {
    for (const path of await loadRoutes(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect.soft(await listViolations(page), path).toEqual([]);
      expect.soft(await page.evaluate(findLowTargets), `low targets of ${path}`).toEqual([]);
      await expectKeptPreferences(page, path);
    }
  });

  test('every kind of page is clean for axe with text twice as large', async ({ page, request }) => {
    for (const path of await loadRoutesOfEachKind(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect.soft(await listViolations(page, rulesOfLayout), path).toEqual([]);
    }
  });
});

test.describe('at 1280 px', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('every kind of page is clean for axe, and keeps the preferences for motion and colours', async ({
    page,
    request,
  }) => {
    for (const path of await loadRoutesOfEachKind(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect.soft(await listViolations(page), path).toEqual([]);
      await expectKeptPreferences(page, path);
    }
  });
});
