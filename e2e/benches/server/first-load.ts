import { type Browser } from '@playwright/test';
import { launchChromium } from '../../run/chromium.ts';
import { markdownTable } from '../../support/figures.ts';
import { page as pagePath, type Subject } from './load.ts';

/** Compares the requests and bytes of a first visit by server. Registered remotes that the page does not use must add nothing. */
export async function benchFirstLoads(subjects: readonly Subject[]): Promise<string> {
  const browser = await launchChromium();
  try {
    const rows: string[][] = [];
    for (const { name, address } of subjects) {
      const { requests, bytes } = await countRequests(browser, address);
      rows.push([name, String(requests), String(bytes)]);
    }
    return [
      `### A first visit of ${pagePath}`,
      markdownTable(['server', 'requests', 'bytes of all bodies, unpacked'], rows),
    ].join('\n\n');
  } finally {
    await browser.close();
  }
}

async function countRequests(browser: Browser, address: string): Promise<{ requests: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    await page.route(
      ({ href }) => !href.startsWith(address),
      (route) => route.abort(),
    );
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => bodies.push(response.body()));
    await page.goto(address + pagePath);
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await page.waitForLoadState('networkidle');
    const all = await Promise.all(bodies);
    return { requests: all.length, bytes: all.reduce((sum, body) => sum + body.length, 0) };
  } finally {
    await context.close();
  }
}
