import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** The computed styles of each element in document order, without the wrapper of a page that the browser rendered. */
const looksOf = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#root > :is(header, main, footer), main :not(main > div:only-child), header *, footer *',
      ),
    ].map((element) => {
      const { display, color, backgroundColor, fontSize, fontFamily, padding, margin, borderRadius, gap } =
        getComputedStyle(element);
      const looks = [display, color, backgroundColor, fontSize, fontFamily, padding, margin, borderRadius, gap];
      return `${element.localName} ${element.getAttribute('data-part') ?? ''}: ${looks.join('; ')}`;
    }),
  );

test('a page looks the same as a first page and after navigation', async ({ page }) => {
  await openHydrated(page, '/contact');
  const first = await looksOf(page);
  expect(first.length).toBeGreaterThan(50);
  // The next page has numbers of its own for the same styles.
  await openHydrated(page, '/services');
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).first().click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect.poll(() => looksOf(page).then((looks) => looks.join('\n'))).toBe(first.join('\n'));
});
