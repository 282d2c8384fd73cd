import { expect, type Page } from '@playwright/test';

/**
 * Stops the tab's clock, so that time only advances as the test says, however slow the machine is. Call `page.clock.install()`
 * first. A clock cannot be stopped at a time in its past, so a call that took longer than a second is repeated.
 */
export async function pauseClock(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass();
}
