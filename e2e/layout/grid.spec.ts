import type { Page } from '@playwright/test';
import { loadRoutes } from '../accessibility/routes.ts';
import { expect, test } from '../support/test.ts';

/** The left edges, in pixels, of second columns in every full-width block with two unequal columns. */
const findSecondColumns = (page: Page) =>
  page.evaluate(() => {
    const column = Math.min(innerWidth, 1200) - 64;
    return [...document.querySelectorAll<HTMLElement>('main *')].flatMap((element) => {
      const { display, gridTemplateColumns, columnGap } = getComputedStyle(element);
      const [first = 0, second = 0, ...others] = gridTemplateColumns.split(' ').map(Number.parseFloat);
      const { left, width } = element.getBoundingClientRect();
      if (display !== 'grid' || others.length > 0 || width < column - 2 || Math.abs(first - second) < 2 || !second)
        return [];
      const padding = Number.parseFloat(getComputedStyle(element).paddingLeft);
      const start = Math.round(left + padding + first + Number.parseFloat(columnGap));
      return [`${element.dataset.part ?? element.tagName.toLowerCase()}: ${start}`];
    });
  });

test.use({ javaScriptEnabled: false });

test('the second column begins at the same place on every page', async ({ page, request }) => {
  const starts = new Map<string, string[]>();
  for (const path of await loadRoutes(request)) {
    await page.goto(path);
    for (const found of await findSecondColumns(page)) {
      const [name, start = ''] = found.split(': ');
      starts.set(start, [...(starts.get(start) ?? []), `${path} ${name}`]);
    }
  }
  expect([...starts].length, JSON.stringify([...starts])).toBe(1);
  expect([...starts.values()].flat().length).toBeGreaterThan(30);
});

test('the check finds a second column that begins elsewhere', async ({ page }) => {
  await page.goto('/consultation');
  const [before] = await findSecondColumns(page);
  expect(before).toBeDefined();
  await page
    .locator('main section > div > div > div:has(form)')
    .first()
    .evaluate((columns) => {
      columns.style.gridTemplateColumns = '4fr 8fr';
    });
  expect(await findSecondColumns(page)).not.toContain(before);
});
