import type { BrowserName } from '@mdn/browser-compat-data/types';
import type { Page } from '@playwright/test';
import { knownApis } from './known-apis.ts';
import { lackingBrowsers, oldestBrowsers } from './targets.ts';

/** A global, or a member of it or of its prototype. */
type Removed = readonly [global: string, member?: string];

/** Takes from every page of the tab what the oldest version of a browser does not have. Gives how much that is. */
export async function removeNewApis(page: Page, name: BrowserName): Promise<number> {
  const oldest = oldestBrowsers.filter((browser) => browser.name === name);
  const removed: Removed[] = [];
  for (const { global, member, support } of knownApis()) {
    if (lackingBrowsers(support, oldest).length > 0) removed.push(member ? [global, member.name] : [global]);
  }
  await page.addInitScript(removeAll, removed);
  return removed.length;
}

/** Runs in the page. */
function removeAll(removed: readonly Removed[]): void {
  for (const [global, member] of removed) {
    if (member === undefined) {
      Reflect.deleteProperty(globalThis, global);
      continue;
    }
    const holder: unknown = Reflect.get(globalThis, global);
    if (holder === null || (typeof holder !== 'object' && typeof holder !== 'function')) continue;
    const prototype: unknown = Reflect.get(holder, 'prototype');
    Reflect.deleteProperty(holder, member);
    if (typeof prototype === 'object' && prototype !== null) Reflect.deleteProperty(prototype, member);
  }
}
