import { expectCleanAtBothWidths } from '../support/expect-no-violations.ts';
import { expect, test } from '../support/test.ts';

// The guide for partners' engineers. The API serves it, so the site's outlines and sweep do not cover it.

test('the guide is clean for axe and no wider than the window, also one of 320 px, and its boxes scroll by keyboard', async ({
  page,
}) => {
  await page.goto('/api/guide');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send us leads');
  await expectCleanAtBothWidths(page);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const box = page.getByRole('region', { name: 'first-lead.sh' });
  await box.focus();
  // A key is lost on a page that is not painted yet.
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    expect(await box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  }).toPass();
});

test('the guide is complete without scripts, and its contents link to its sections', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(new URL('/api/guide', baseURL).href);
  const contents = page.getByRole('navigation', { name: 'Contents' }).getByRole('link');
  expect(await contents.count()).toBeGreaterThan(8);
  for (const link of await contents.all()) {
    await link.click();
    const id = new URL(page.url()).hash;
    await expect(page.locator(id)).toBeInViewport();
  }
  await expect(page.getByRole('region', { name: 'first-lead.sh' })).toContainText(
    `${new URL(baseURL ?? '').origin}/api/leads`,
  );
  await context.close();
});
