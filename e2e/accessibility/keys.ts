import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** More tab stops than any page has before its form. */
const maxStops = 120;

/** Opens a page without a pointer: the first key press starts its scripts. */
export async function openWithKeys(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** Opens a page and follows its skip link, which is the first stop. */
export async function openAtMain(page: Page, path: string): Promise<void> {
  await openWithKeys(page, path);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/**
 * Presses Tab until the element has the focus, or Shift+Tab if it is behind. Tab never goes past the last stop, because
 * headless Firefox does not return from the browser's own controls. Each stop has to be visible (WCAG 2.2, 2.4.7 and 2.4.11).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    const place = await target.evaluate(placeFromFocus);
    if (place === 'here') return;
    await page.keyboard.press(place === 'behind' ? 'Shift+Tab' : 'Tab');
    // An animation or a scroll takes a frame.
    await expect.poll(() => page.evaluate(describeHiddenFocus), 'a stop that cannot be seen').toBeNull();
  }
  throw new Error(`The keyboard does not reach ${target} within ${maxStops} stops.`);
}

/** Tabs to a control and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Tabs to each field by its label, in this order, and types. In a native list the first letters choose an option. */
export async function typeInto(page: Page, scope: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, scope.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
}

/** Runs in the page. The direction from the focus to the element. */
function placeFromFocus(element: Element): 'here' | 'ahead' | 'behind' {
  const { activeElement } = document;
  if (element === activeElement) return 'here';
  const position = activeElement?.compareDocumentPosition(element) ?? 0;
  return position & Node.DOCUMENT_POSITION_PRECEDING ? 'behind' : 'ahead';
}

/** Runs in the page. Returns null if the focused element shows its ring and is not covered completely. */
function describeHiddenFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body || element.localName.includes('-')) return null;
  const box = element.getBoundingClientRect();
  const onTop = [0.1, 0.5, 0.9].some((part) => {
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * part);
    return top !== null && (element.contains(top) || top.contains(element));
  });
  const style = getComputedStyle(element);
  const ringed = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  const place = `from ${Math.round(box.top)} to ${Math.round(box.bottom)} px of ${innerHeight} px`;
  return onTop && ringed ? null : `${onTop ? 'no ring' : 'not on top'}, ${place}: ${element.outerHTML.slice(0, 160)}`;
}
