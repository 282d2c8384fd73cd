import { expect, openHydrated, test } from '../support/test.ts';

for (const width of [390, 1280]) {
  test(`the kit matches its picture at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openHydrated(page, '/kit');
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode()));
    });
    await expect(page).toHaveScreenshot(`kit-${width}.png`, {
      fullPage: true,
      animations: 'disabled',
      maxDiffPixelRatio: 0.002,
    });
  });
}
