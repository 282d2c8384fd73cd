import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { firstPageBudget } from '../../../shell/settings/script-budgets.ts';
import { markdownTable } from '../../support/figures.ts';
import { openHydrated, stayAt } from '../../support/open-hydrated.ts';

interface PageBytes {
  path: string;
  html: number;
  scripts: { files: number; bytes: number };
}

/** Brotli bytes of all JavaScript that a first page loads. */
export async function measureBytes(browser: Browser, site: string, paths: readonly string[]): Promise<PageBytes[]> {
  const measured: PageBytes[] = [];
  for (const path of paths) {
    measured.push({ path, html: await sizeOfHtml(site + path), scripts: await countScripts(browser, site + path) });
  }
  return measured;
}

export function describeBytes(measured: readonly PageBytes[]): string {
  const rows = measured.map(({ path, html, scripts: { files, bytes } }) => [path, ...[html, files, bytes].map(String)]);
  return [
    'JavaScript of a first page, bytes in brotli 11 (without the voice widget; with the inline boot script):',
    markdownTable(['page', 'HTML', 'files', 'JavaScript'], rows),
  ].join('\n\n');
}

/** Returns a sentence for each page that exceeds the budget. */
export function findOverweight(measured: readonly PageBytes[]): string[] {
  return measured
    .filter(({ scripts }) => scripts.bytes > firstPageBudget)
    .map(({ path, scripts }) => `${path} loads ${scripts.bytes} bytes; the budget is ${firstPageBudget}.`);
}

/** Starts the page's scripts and counts them until none has arrived for half a second. */
async function countScripts(browser: Browser, url: string): Promise<PageBytes['scripts']> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const bodies = new Map<string, Promise<Buffer>>();
    await stayAt(new URL(url).origin, page);
    page.on('response', (response) => {
      const isScript = response.request().resourceType() === 'script' || /\.js$/.test(new URL(response.url()).pathname);
      if (!isScript || !response.ok()) return;
      const body = response.body();
      // The body is read below. If the page fails first, its failure is the one to report.
      body.catch(() => {});
      bodies.set(response.url(), body);
    });
    await openHydrated(page, url);
    await page.waitForLoadState('networkidle');
    const inline = await page.locator('script:not([src]):not([type])').allInnerTexts();
    const scripts = [...(await Promise.all(bodies.values())), ...inline.map((text) => Buffer.from(text))];
    const bytes = scripts.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    return { files: bodies.size, bytes };
  } finally {
    await context.close();
  }
}

async function sizeOfHtml(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return brotliCompressSync(Buffer.from(await response.arrayBuffer())).length;
}
