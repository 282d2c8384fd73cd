import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { firstPageBudget } from '../../../shell/settings/script-budgets.ts';
import { markdownTable } from '../../support/figures.ts';
import { visitFirst } from '../support/first-visit.ts';

interface PageBytes {
  path: string;
  html: number;
  scripts: { files: number; bytes: number };
}

/** Brotli bytes of all JavaScript that a first page loads. */
export async function measureBytes(browser: Browser, site: string, paths: readonly string[]): Promise<PageBytes[]> {
  const measured: PageBytes[] = [];
  for (const path of paths) {
    measured.push({ path, html: await sizeOfHtml(site + path), scripts: await countScripts(browser, site, path) });
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

async function countScripts(browser: Browser, site: string, path: string): Promise<PageBytes['scripts']> {
  const { answers, inlineScripts } = await visitFirst(browser, site, path);
  const files = new Map(answers.filter(({ isScript }) => isScript).map((answer) => [answer.path, answer.body]));
  const scripts = [...files.values(), ...inlineScripts.map((text) => Buffer.from(text))];
  return { files: files.size, bytes: scripts.reduce((sum, body) => sum + brotliCompressSync(body).length, 0) };
}

async function sizeOfHtml(url: string): Promise<number> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return brotliCompressSync(Buffer.from(await response.arrayBuffer())).length;
}
