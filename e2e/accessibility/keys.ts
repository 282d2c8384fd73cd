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
  await expect(page.locator('#main')).toBeFocused();
}

/**
 * Presses Tab until the element has the focus, or Shift+Tab if it is behind. Tab never goes past the last stop, because
 * headless Firefox does not return from the browser's own controls. Each stop has to be visible (WCAG 2.2, 2.4.7 and 2.4.11).
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Finding it by its role or label again for each stop would take longer than everything else.
  const element = await target.elementHandle();
  if (!element) throw new Error(`There is no ${target}.`);
  for (let stop = 0; stop < maxStops; stop += 1) {
    const { place, hidden } = await element.evaluate(describeStop);
    // An animation or a scroll takes a frame.
    if (hidden && stop > 0)
      await expect
        .poll(async () => (await element.evaluate(describeStop)).hidden, {
          message: 'a stop that cannot be seen',
          intervals: [20],
        })
        .toBeNull();
    if (place === 'here') return;
    await page.keyboard.press(place === 'behind' ? 'Shift+Tab' : 'Tab');
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

/**
 * Runs in the page. Returns the direction from the focus to the element, and null or why the focus cannot be seen: the focused
 * element has no ring or is covered completely.
 */
function describeStop(target: Element): { place: 'here' | 'ahead' | 'behind'; hidden: string | null } {
  const { activeElement } = document;
  const position = activeElement?.compareDocumentPosition(target) ?? 0;
  const direction = position & Node.DOCUMENT_POSITION_PRECEDING ? 'behind' : 'ahead';
  const place = target === activeElement ? 'here' : direction;
  if (!activeElement || activeElement === document.body || activeElement.localName.includes('-'))
    return { place, hidden: null };
  const { left, top, bottom, width, height } = activeElement.getBoundingClientRect();
  const onTop = [0.1, 0.5, 0.9].some((part) => {
    const seen = document.elementFromPoint(left + width / 2, top + height * part);
    return seen !== null && (activeElement.contains(seen) || seen.contains(activeElement));
  });
  const style = getComputedStyle(activeElement);
  const ringed = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  const where = `from ${Math.round(top)} to ${Math.round(bottom)} px of ${innerHeight} px`;
  const fault = `${onTop ? 'no ring' : 'not on top'}, ${where}: ${activeElement.outerHTML.slice(0, 160)}`;
  return { place, hidden: onTop && ringed ? null : fault };
}
