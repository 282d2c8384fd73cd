import type { Page } from '@playwright/test';

/** Delays files with a matching URL until the returned function is called. */
export async function holdFiles(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
