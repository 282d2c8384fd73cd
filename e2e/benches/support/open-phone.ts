import type { Browser, CDPSession, Page } from '@playwright/test';

/** A page of a phone with a slow processor, that reaches the site alone. */
export interface PhonePage {
  page: Page;
  devtools: CDPSession;
}

/**
 * Opens a page as phones do, blank yet, gives it to somebody, and takes it away.
 *
 * @param slowdown of the processor
 */
export async function withPhone<Result>(
  browser: Browser,
  { site, slowdown }: { site: string; slowdown: number },
  use: (phone: PhonePage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await page.route(
      ({ href }) => !href.startsWith(site),
      (route) => route.abort(),
    );
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await use({ page, devtools });
  } finally {
    await context.close();
  }
}
