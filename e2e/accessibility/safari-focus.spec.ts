import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { expect, openHydrated, test } from '../support/test.ts';

/**
 * Moves the focus on a click like Safari: text fields and selects take it; buttons, links, checkboxes and radio buttons
 * leave it to a focusable ancestor, or to nothing (WebKit's `HTMLFormControlElement::isMouseFocusable`).
 */
async function focusAsSafari(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pressable = 'button, a[href], summary, input:is([type=button], [type=submit], [type=checkbox], [type=radio])';
    addEventListener('mousedown', (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const pressed = target?.closest<HTMLElement>(pressable) ?? target?.closest('label')?.control;
      if (!pressed?.matches(pressable) || event.defaultPrevented) return;
      event.preventDefault();
      const around = pressed.parentElement?.closest<HTMLElement>(`[tabindex]:not(${pressable})`);
      if (around) around.focus({ preventScroll: true });
      else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
}

test.beforeEach(({ page }) => focusAsSafari(page));

test('in Safari, a clicked tab has the focus without a ring, arrow keys work after it, and a dialog returns the focus to the button that was clicked', {
  tag: ['@engines', '@not-firefox'],
}, async ({ page }) => {
  await openHydrated(page, '/leads');
  const clicked = page.getByRole('tab', { name: 'Legal' });
  await clicked.click();
  await expect(clicked).toHaveAttribute('aria-selected', 'true');
  await expect(clicked).toBeFocused();
  expect(await clicked.evaluate((button) => button.matches(':focus-visible'))).toBe(false);
  await page.keyboard.press('ArrowRight');
  const next = page.getByRole('tab', { name: 'HVAC' });
  await expect(next).toHaveAttribute('aria-selected', 'true');
  await expect(next).toBeFocused();

  const opener = page.getByRole('button', { name: 'View Sample' }).nth(1);
  const dialog = page.getByRole('dialog', { name: 'Lead Sample' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Dismiss' }).click(),
    () => page.mouse.click(5, 5),
  ]) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('in Safari, a dialog that was requested before the scripts loaded returns the focus too', async ({ page }) => {
  const release = await holdFiles(page, '**/*.js');
  await page.goto('/leads', { waitUntil: 'domcontentloaded' });
  const opener = page.getByRole('button', { name: 'View Sample' }).first();
  await opener.click();
  release();
  await expect(page.getByRole('dialog', { name: 'Lead Sample' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('in Safari, arrow keys work after a click on a star, and a click on a label focuses its checkbox', async ({
  page,
}) => {
  await openHydrated(page, '/agents/demo-agent');
  await page.getByRole('button', { name: 'Get Custom Quote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get Custom Quote' });
  const stars = dialog.getByRole('radio');
  await stars.nth(1).click();
  await page.keyboard.press('ArrowRight');
  await expect(stars.nth(2)).toBeChecked();
  await expect(stars.nth(2)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Get Custom Quote' })).toBeFocused();
});

test('in Safari, Escape returns the focus to the menu button, and Tab moves into the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openHydrated(page, '/services');
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('Enter in a text field sends the form and leaves the focus in the field', {
  tag: ['@engines', '@not-firefox'],
}, async ({ page }) => {
  await openHydrated(page, '/click-demos');
  const field = page.getByLabel('Password', { exact: true });
  await field.click();
  await page.evaluate(() => {
    const moved: string[] = [];
    document.addEventListener('focusin', ({ target }) => moved.push((target as Element).tagName));
    Object.assign(window, { moved });
  });
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).not.toContain('BUTTON');
});
