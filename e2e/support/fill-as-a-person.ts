import type { Page } from '@playwright/test';
import { minFillMs } from 'kit/contracts/form-context';

/**
 * Fills in a form and waits until it no longer counts as a bot's, which would be stored but not mailed. The time starts
 * with the first display of the form, before its first field can be filled in.
 */
export async function fillAsAPerson(page: Page, fill: () => Promise<void>): Promise<void> {
  await fill();
  const filled = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() > until, filled + minFillMs);
}
