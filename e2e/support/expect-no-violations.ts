import { expect, type Page } from '@playwright/test';
import { rulesOfLayout, runAxe } from './run-axe.ts';

/** Checks the page against WCAG 2.2 AA, as far as axe can. Each violation is reported with its place. */
export async function expectNoViolations(
  page: Page,
  where = new URL(page.url()).pathname,
  only?: readonly string[],
): Promise<void> {
  const { violations } = await runAxe(page, { only });
  expect(violations.map(({ id, html }) => `${where}: ${id} ${html}`)).toEqual([]);
}

/**
 * Checks that the page is no wider than the window and that axe finds nothing: on a phone with every rule, before that in a
 * wide window with the rules of the layout, because the others read the same document again.
 */
export async function expectCleanAtBothWidths(page: Page, where = new URL(page.url()).pathname): Promise<void> {
  const height = page.viewportSize()?.height ?? 900;
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height });
    await expectNoViolations(page, `${where} at ${width} px`, width === 390 ? undefined : rulesOfLayout);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${where} at ${width} px`).toBeLessThanOrEqual(width);
  }
}
