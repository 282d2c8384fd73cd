import type { Browser, CDPSession, Page } from '@playwright/test';
import { stayAt } from '../../support/open-hydrated.ts';

/** A page of an emulated phone with a slow CPU. It can reach only the site. */
export interface PhonePage {
  page: Page;
  devtools: CDPSession;
}

/**
 * Opens an empty page as on a phone, runs the work with it, and closes it.
 *
 * @param slowdown of the CPU
 */
export async function withPhone<Result>(
  browser: Browser,
  { site, slowdown }: { site: string; slowdown: number },
  use: (phone: PhonePage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await stayAt(site, page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await use({ page, devtools });
  } finally {
    await context.close();
  }
}
