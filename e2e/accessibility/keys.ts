import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/test.ts';

/** More stops than any page of ours has before its form. */
const mostStops = 120;

/** Opens a page as somebody without a pointer does: the first key is what starts its scripts. */
export async function openWithKeys(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

/** The same, and past the header by the link that is its first stop. */
export async function openAtMain(page: Page, path: string): Promise<void> {
  await openWithKeys(page, path);
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/**
 * Presses Tab until the element has the focus, or Shift and Tab where it lies behind: past the last stop lie the browser's
 * own controls, from which Firefox without a window does not come back. Each stop on the way has to be seen (WCAG 2.2,
 * 2.4.7 and 2.4.11).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    const place = await target.evaluate(placeFromFocus);
    if (place === 'here') return;
    await page.keyboard.press(place === 'behind' ? 'Shift+Tab' : 'Tab');
    // What slides in or scrolls takes a frame.
    await expect.poll(() => page.evaluate(describeHiddenFocus), 'a stop that cannot be seen').toBeNull();
  }
  throw new Error(`The keyboard does not reach ${target} within ${mostStops} stops.`);
}

/** Goes on to a control and presses Enter on it. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes on to each field by its label, in the order given, and types; the first letters choose in a native list. */
export async function typeInto(page: Page, scope: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, scope.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
}

/** Runs in the page: where the element is, seen from the focus. */
function placeFromFocus(element: Element): 'here' | 'ahead' | 'behind' {
  const { activeElement } = document;
  if (element === activeElement) return 'here';
  const position = activeElement?.compareDocumentPosition(element) ?? 0;
  return position & Node.DOCUMENT_POSITION_PRECEDING ? 'behind' : 'ahead';
}

/** Runs in the page: null when the focused element shows its ring, and some part of it lies on top. */
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
