import { expect, openHydrated, test } from '../support/test.ts';
import { findLowTargets } from './page-checks.ts';

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

test('targets are high enough for touch in dialogs', async ({ page }) => {
  await openHydrated(page, '/leads');
  for (const opener of ['View Sample', 'Buy Now', 'Request Free Sample']) {
    await page.getByRole('button', { name: opener }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect.soft(await page.evaluate(findLowTargets), opener).toEqual([]);
    await page.keyboard.press('Escape');
    // Closing goes back in the history, which must end before the next navigation.
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});
