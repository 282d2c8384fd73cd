import type { Page } from '@playwright/test';
import { minFillMs } from 'kit/contracts/form-context';

/**
 * Fills a form, and waits until it is not taken for a machine's: those are kept, but not mailed. The time counts from
 * the first sight of the form, which is before its first field can be filled.
 */
export async function fillAsAPerson(page: Page, fill: () => Promise<void>): Promise<void> {
  await fill();
  const filled = await page.evaluate(() => performance.now());
  await page.waitForFunction((until) => performance.now() > until, filled + minFillMs);
}
