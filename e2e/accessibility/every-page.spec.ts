import type { Page } from '@playwright/test';
import { rulesOfLayout, runAxe } from '../support/run-axe.ts';
import { expect, test } from '../support/test.ts';
import { countMovements, findLowTargets, findUnreachableScrollers, listPaleTexts } from './page-checks.ts';
import { loadRoutesOfEachKind, loadRoutesOfEachTemplate } from './routes.ts';

// Pages before any interaction. The journeys check pages in use.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Lists what axe finds on a page. */
async function listViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  const { violations } = await runAxe(page, { only });
  return violations.map(({ id, html }) => `${id} ${html}`);
}

/** Expects that nothing moves by itself with reduced motion. */
async function expectStill(page: Page, path: string): Promise<void> {
  expect.soft(await page.evaluate(countMovements), `movements of ${path}`).toBe(0);
}

/** Expects that every text can be read with forced colours. */
async function expectReadable(page: Page, path: string): Promise<void> {
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
  test(`every kind of page is clean for axe, every template also in a wide window, has targets for touch and no part out of reach, also with text twice as large, and keeps the preferences for motion and colours (part ${part} of 2)`, async ({
    page,
    request,
  }) => {
    const paths = await loadRoutesOfEachKind(request);
    const templates = new Set(await loadRoutesOfEachTemplate(request));
    for (const path of paths.filter((_, index) => index % parts.length === part - 1)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      expect.soft(await listViolations(page), path).toEqual([]);
      expect.soft(await page.evaluate(findLowTargets), `low targets of ${path}`).toEqual([]);
      await expectStill(page, path);
      await expectReadable(page, path);
      await page.evaluate(setTextSize, '200%');
      // The sweep finds texts that cover each other, and larger text needs no more contrast.
      expect.soft(await page.evaluate(findLowTargets), `low targets of ${path} with text twice as large`).toEqual([]);
      const unreachable = await page.evaluate(findUnreachableScrollers);
      expect.soft(unreachable, `${path} scrolls out of reach with text twice as large`).toEqual([]);
      await page.evaluate(setTextSize, '');
      if (!templates.has(path)) continue;

      await page.setViewportSize({ width: 1280, height: 900 });
      // Only the header, which all pages share, has other elements in a wide window.
      const isFirst = path === '/';
      expect.soft(await listViolations(page, isFirst ? undefined : rulesOfLayout), `${path} at 1280 px`).toEqual([]);
      await expectStill(page, path);
      if (isFirst) await expectReadable(page, path);
    }
  });
}

/** Runs in the page. */
function setTextSize(size: string): void {
  document.documentElement.style.fontSize = size;
}
