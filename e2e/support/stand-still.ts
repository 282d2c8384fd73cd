import { expect, type Page } from '@playwright/test';

/**
 * Stops the time of the tab, so that it passes only as the test says, however slow the machine is. It needs
 * `page.clock.install()` before. A clock cannot be stopped at a time in its past, so a call that took longer than its
 * second is repeated.
 */
export async function standStill(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass();
}
