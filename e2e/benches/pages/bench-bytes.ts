import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { pageScriptsElementId } from '../../../shell/app/page-scripts.ts';
import { firstPageBudget } from '../../../shell/settings/script-budgets.ts';
import { markdownTable, ratio } from '../support/figures.ts';
import { buildSingleBundle, singleBundlePath } from './single-bundle.ts';
import type { BenchPage } from './subjects.ts';

interface PageBytes {
  name: string;
  html: number;
  ours: Scripts;
  single: Scripts;
}

interface Scripts {
  files: number;
  bytes: number;
}

/** Brotli bytes of all JavaScript that a first page loads, and of the same source as one bundle. */
export async function measureBytes(
  browser: Browser,
  site: string,
  pages: readonly BenchPage[],
  folder: string,
): Promise<PageBytes[]> {
  const measured: PageBytes[] = [];
  for (const { name, path: pagePath, pageImport } of pages) {
    const ours = await countScripts(browser, site + pagePath, async () => {});
    const bundle = path.join(folder, name.replaceAll(/\W/g, '') || 'home');
    const entry = await buildSingleBundle(pageImport, bundle);
    const single = await countScripts(browser, site + pagePath, (page) => replaceScripts(page, bundle, entry));
    measured.push({ name, html: await sizeOfHtml(site + pagePath), ours, single });
  }
  return measured;
}

export function describeBytes(measured: readonly PageBytes[]): string {
  const rows = measured.map(({ name, html, ours, single }) => [
    name,
    ...[html, ours.files, ours.bytes, single.files, single.bytes].map(String),
    ratio(ours.bytes, single.bytes),
  ]);
  return [
    'JavaScript of a first page, bytes in brotli 11 (without the voice widget; with the inline boot script):',
    markdownTable(
      ['page', 'HTML', 'files', 'JavaScript', 'files as one bundle', 'JavaScript as one bundle', 'ratio'],
      rows,
    ),
  ].join('\n\n');
}

/** Returns a sentence for each page that exceeds the budget. */
export function findOverweight(measured: readonly PageBytes[]): string[] {
  return measured
    .filter(({ ours }) => ours.bytes > firstPageBudget)
    .map(({ name, ours }) => `${name} loads ${ours.bytes} bytes; the budget is ${firstPageBudget}.`);
}

/** Starts the page's scripts and counts them until none has arrived for half a second. */
async function countScripts(browser: Browser, url: string, prepare: (page: Page) => Promise<void>): Promise<Scripts> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const page = await context.newPage();
    const origin = new URL(url).origin;
    const bodies = new Map<string, Promise<Buffer>>();
    await page.route(
      ({ href }) => !href.startsWith(origin),
      (route) => route.abort(),
    );
    await prepare(page);
    page.on('response', (response) => {
      const isScript = response.request().resourceType() === 'script' || /\.js$/.test(new URL(response.url()).pathname);
      if (!isScript || !response.ok()) return;
      const body = response.body();
      // The body is read below. If the page fails first, its failure is the one to report.
      body.catch(() => {});
      bodies.set(response.url(), body);
    });
    await page.goto(url);
    await page.mouse.move(1, 1);
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset, undefined, { timeout: 60_000 });
    await page.waitForLoadState('networkidle');
    const inline = await page.locator('script:not([src]):not([type])').allInnerTexts();
    const scripts = [...(await Promise.all(bodies.values())), ...inline.map((text) => Buffer.from(text))];
    const bytes = scripts.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
    return { files: bodies.size, bytes };
  } finally {
    await context.close();
  }
}

/** Replaces the federated scripts of the page by the comparison bundle. */
async function replaceScripts(page: Page, bundle: string, entry: string): Promise<void> {
  const scripts = JSON.stringify({ entry: [{ href: singleBundlePath + entry }], preload: [], atOnce: false });
  await page.route(
    ({ pathname }) => pathname.startsWith(singleBundlePath),
    async (route) => {
      const file = path.join(bundle, 'dist', path.basename(new URL(route.request().url()).pathname));
      await route.fulfill({ body: await readFile(file), contentType: 'text/javascript' });
    },
  );
  await page.route(
    ({ pathname }) => path.extname(pathname) === '' && !pathname.startsWith('/api/'),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const block = new RegExp(`(<script[^>]*id="${pageScriptsElementId}"[^>]*>)[^<]*`);
      const html = await response.text();
      if (!block.test(html))
        throw new Error(`the page ${route.request().url()} carries no block ${pageScriptsElementId}`);
      await route.fulfill({ response, body: html.replace(block, (_, tag: string) => tag + scripts) });
    },
  );
}

async function sizeOfHtml(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return brotliCompressSync(Buffer.from(await response.arrayBuffer())).length;
}
