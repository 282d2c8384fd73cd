import type { BrowserContext, Page } from '@playwright/test';

/** Opens a page and waits until React handles input. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await startScripts(page);
}

/** Starts the page's scripts by a first interaction, and waits until React handles input. */
export async function startScripts(page: Page): Promise<void> {
  // The pointer moves to a second position, because it may have been at the first one already.
  await page.mouse.move(2, 2);
  await page.mouse.move(1, 1);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** Aborts all requests to other hosts, such as those of the voice widget. */
export function stayAt(site: string, tabs: Page | BrowserContext): Promise<unknown> {
  return tabs.route(
    ({ href }) => !href.startsWith(site),
    (route) => route.abort(),
  );
}
