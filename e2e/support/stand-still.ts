import { expect, type Page } from '@playwright/test';

/**
 * From here on time passes in the tab only as a test says, however slow the machine is. Needs `page.clock.install()`
 * before. A clock cannot be stopped in its past: when the call took longer than its second, it is made again.
 */
export async function standStill(page: Page): Promise<void> {
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)).toPass();
}
