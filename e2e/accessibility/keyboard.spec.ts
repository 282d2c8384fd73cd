import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** More stops than any page of ours has before its form. */
const mostStops = 120;

/** Presses Tab until the element has the focus; each stop on the way has to be seen (WCAG 2.2, 2.4.7 and 2.4.11). */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < mostStops; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // What slides in or scrolls takes a frame.
    await expect.poll(() => page.evaluate(describeHiddenFocus), 'a stop that cannot be seen').toBeNull();
  }
  throw new Error(`The keyboard does not reach ${target} within ${mostStops} stops.`);
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

test('a visitor with a keyboard alone comes from the home page to a sent HVAC lead', async ({ page, query }) => {
  test.setTimeout(60_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = `Keys ${crypto.randomUUID()}`;
  const main = page.getByRole('main');
  const typeInto = async (label: string, text: string) => {
    await tabTo(page, main.getByLabel(label));
    await page.keyboard.type(text);
  };

  await page.goto('/');
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Services' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/services$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, main.locator('a[href="/hvac"]'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/hvac$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await typeInto('Name', name);
  await typeInto('Company', 'Hope Heating');
  await typeInto('Phone', '(801) 555-0142');
  await typeInto('Email', 'keys@hope.example');
  await typeInto('Location', 'Provo, Utah');
  // The first letters choose in a native list.
  await typeInto('Service Type', 'Repair');
  await expect(main.getByLabel('Service Type')).toHaveValue('repair');
  await tabTo(page, main.getByRole('button', { name: 'Get HVAC leads' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: /notification/i })).toContainText('Success!');
  expect(await query('select services from leads where name = $1', [name])).toEqual([{ services: ['repair'] }]);
});
