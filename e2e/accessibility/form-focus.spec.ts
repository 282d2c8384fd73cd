import type { Page } from '@playwright/test';
import { expect, openHydrated, test } from '../support/test.ts';

/** The position of an element in the window, in whole pixels, after scrolling has ended. */
async function restingPlace(page: Page, selector: string): Promise<{ top: number; bottom: number }> {
  const read = () =>
    page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: Math.round(top), bottom: Math.round(bottom) };
    });
  let last = await read();
  await expect(async () => {
    const before = last;
    last = await read();
    expect(last).toEqual(before);
  }).toPass({ intervals: [200] });
  return last;
}

/** A phone in every engine, and in Chromium a wide window too: their headers differ. `hiddenAt` are places of the summary. */
const windows = [
  { width: 390, height: 700, header: 64, hiddenAt: [-400, -20, 40] },
  { width: 1280, height: 900, header: 80, hiddenAt: [-20, 40] },
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the error summary of a form is shown below the header, its links show their fields, and Shift+Tab each label', {
  tag: '@engines',
}, async ({ page, browserName }) => {
  for (const { width, height, header, hiddenAt } of browserName === 'chromium' ? windows : windows.slice(0, 1)) {
    await page.setViewportSize({ width, height });
    await openHydrated(page, '/hvac');
    const send = () => page.locator('form[data-kit-form]').evaluate((form: HTMLFormElement) => form.requestSubmit());
    const summary = page.locator('[data-form-summary]');

    await test.step(`at ${width} px the summary is shown in full below the header, wherever it was`, async () => {
      await send();
      await expect(summary).toBeFocused();
      for (const place of hiddenAt) {
        await summary.evaluate((box: HTMLElement, top) => {
          box.blur();
          window.scrollBy({ top: box.getBoundingClientRect().top - top, behavior: 'instant' });
        }, place);
        await send();
        await expect(summary).toBeFocused();
        // On a busy machine the page scrolls some frames after the focus.
        const topAtRest = async () => (await restingPlace(page, '[data-form-summary]')).top;
        await expect.poll(topAtRest, `top of a summary that was at ${place}`).toBe(header + 16);
        expect((await restingPlace(page, '[data-form-summary]')).bottom).toBeLessThan(height);
      }
    });

    await test.step(`at ${width} px a link of the summary shows its field with label and error`, async () => {
      for (const link of ['first', 'last'] as const) {
        await summary.locator('a')[link]().click();
        const field = '[data-field]:focus-within';
        await expect(page.locator(field)).toBeVisible();
        const { top, bottom } = await restingPlace(page, field);
        expect(top).toBeGreaterThanOrEqual(header + 16);
        expect(bottom).toBeLessThanOrEqual(height - 16);
      }
    });

    await test.step(`at ${width} px the label of every field is visible when Shift+Tab moves back through the form`, async () => {
      await page.locator('form[data-kit-form] [type=submit]').focus();
      for (let stop = 1; stop <= 6; stop += 1) {
        await page.keyboard.press('Shift+Tab');
        const { top } = await restingPlace(page, '[data-field]:focus-within');
        expect(top, `label of stop ${stop}`).toBeGreaterThanOrEqual(header);
      }
    });
  }
});
