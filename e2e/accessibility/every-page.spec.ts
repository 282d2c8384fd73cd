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

/** Each part takes every second page, because tests of one file run in parallel. */
const parts = [1, 2];

for (const part of parts) {
  test(`every page is clean for axe and has targets for touch, every kind of page is clean with text twice as large and in a wide window, and they keep the preferences for motion and colours (part ${part} of 2)`, async ({
    page,
    request,
  }) => {
    const kinds = new Set(await loadRoutesOfEachKind(request));
    const paths = await loadRoutes(request);
    for (const path of paths.filter((_, index) => index % parts.length === part - 1)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect.soft(await listViolations(page), path).toEqual([]);
      expect.soft(await page.evaluate(findLowTargets), `low targets of ${path}`).toEqual([]);
      await expectKeptPreferences(page, path);
      if (!kinds.has(path)) continue;

      await page.evaluate(setTextSize, '200%');
      expect.soft(await listViolations(page, rulesOfLayout), `${path} with text twice as large`).toEqual([]);
      await page.evaluate(setTextSize, '');

      await page.setViewportSize({ width: 1280, height: 900 });
      expect.soft(await listViolations(page), `${path} at 1280 px`).toEqual([]);
      await expectKeptPreferences(page, path);
    }
  });
}

/** Runs in the page. */
function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size;
}
