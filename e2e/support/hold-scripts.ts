import type { Page } from '@playwright/test';

/** Keeps scripts with such an address on their way to the page until the function that it gives is called. */
export async function holdScripts(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
