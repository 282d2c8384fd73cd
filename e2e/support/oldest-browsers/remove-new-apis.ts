import type { BrowserName } from '@mdn/browser-compat-data/types';
import type { Page } from '@playwright/test';
import { type KnownApi, knownApis } from './known-apis.ts';
import { lackingBrowsers, oldestBrowsers } from './targets.ts';

/** A global, or a member of it, of its prototype or of either. */
type Removed = Omit<KnownApi, 'support'>;

/** Removes APIs that the oldest version of a browser lacks from every page of the tab. @returns their number */
export async function removeNewApis(page: Page, name: BrowserName): Promise<number> {
  const oldest = oldestBrowsers.filter((browser) => browser.name === name);
  const removed: Removed[] = [];
  for (const { support, ...api } of knownApis()) {
    if (lackingBrowsers(support, oldest).length > 0) removed.push(api);
  }
  await page.addInitScript(removeAll, removed);
  return removed.length;
}

/** Runs in the page. */
function removeAll(removed: readonly Removed[]): void {
  for (const { global, member } of removed) {
    if (member === undefined) {
      Reflect.deleteProperty(globalThis, global);
      continue;
    }
    const holder: unknown = Reflect.get(globalThis, global);
    if (holder === null || (typeof holder !== 'object' && typeof holder !== 'function')) continue;
    const prototype: unknown = Reflect.get(holder, 'prototype');
    if (member.of !== 'prototype') Reflect.deleteProperty(holder, member.name);
    if (member.of === 'object' || typeof prototype !== 'object' || prototype === null) continue;
    Reflect.deleteProperty(prototype, member.name);
  }
}
