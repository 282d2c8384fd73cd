import type { Page } from '@playwright/test';

/** Delays scripts with a matching URL until the returned function is called. */
export async function holdScripts(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
