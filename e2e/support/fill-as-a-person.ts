import type { Page } from '@playwright/test';
import { minFillMs } from 'kit/contracts/form-context';

/** Waits until a form that was opened now is no longer taken for a machine's: those are kept, but not mailed. */
export async function fillAsAPerson(page: Page, fill: () => Promise<void>): Promise<void> {
  const opened = await page.evaluate(() => performance.now());
  await fill();
  await page.waitForFunction((from) => performance.now() > from, opened + minFillMs);
}
