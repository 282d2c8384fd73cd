import type { Page } from '@playwright/test';

/**
 * Gives all events of a page a clock of its own, which only presses move. However late a busy machine delivers a press, it
 * happens this time after the one before. Call it before the page opens.
 * @param gap - in milliseconds
 * @returns a function that lets further milliseconds pass
 */
export async function pressEvery(page: Page, gap: number): Promise<(ms: number) => Promise<void>> {
  await page.addInitScript((step) => {
    let now = 1000;
    Object.defineProperty(Event.prototype, 'timeStamp', { get: () => now });
    // On the window, so that the page's own listeners already see the later time.
    for (const kind of ['mousedown', 'keydown']) window.addEventListener(kind, () => (now += step), true);
    Object.assign(window, { passTime: (ms: number) => (now += ms) });
  }, gap);
  return (ms) =>
    page.evaluate((more) => void (window as unknown as { passTime: (ms: number) => void }).passTime(more), ms);
}
