import { devices, type Page, type PlaywrightTestOptions } from '@playwright/test';
import { newEmail } from '../support/site-forms.ts';
import { expect, test } from '../support/test.ts';

// Touch only, on pages without an earlier interaction: the first tap starts the scripts.

/** A phone of Playwright's list, in Chromium, the only engine that emulates phones. */
function phone(name: string): Partial<PlaywrightTestOptions> {
  const device = devices[name];
  if (!device) throw new Error(`Playwright knows no ${name}.`);
  const { defaultBrowserType: _engine, ...use } = device;
  return use;
}

/** A common phone, and one on its side. The layout has its own tests in narrower windows. */
const phones: readonly { name: string; use: Partial<PlaywrightTestOptions> }[] = [
  { name: 'an iPhone', use: phone('iPhone 15') },
  { name: 'an Android phone on its side, dark', use: { ...phone('Pixel 7 landscape'), colorScheme: 'dark' } },
];

/** Taps a field and types on the phone's keyboard. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('main').getByLabel(label, { exact: true }).tap();
  await page.keyboard.insertText(text);
}

async function expectToFit(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth, `width of ${page.url()}`).toBe(clientWidth);
}

for (const { name, use } of phones) {
  test.describe(`on ${name}`, () => {
    test.use(use);

    test('a visitor goes from the home page through its menu to a sent lead', async ({ page, query }) => {
      const email = newEmail();
      await page.goto('/');
      await expectToFit(page);
      const button = page.getByRole('banner').getByRole('button', { name: 'Menu' });
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await button.tap();
      await menu.getByRole('link', { name: 'Services' }).tap();
      await expect(page).toHaveURL(/\/services$/);
      await expect(menu).toBeHidden();
      await page.getByRole('main').locator('a[href="/hvac"]').first().tap();
      await expect(page).toHaveURL(/\/hvac$/);
      await expectToFit(page);
      for (const [label, text] of [
        ['Name', 'Ada Hope'],
        ['Company', 'Hope Heating'],
        ['Phone', '(801) 555-0142'],
        ['Email', email],
        ['Location', 'Provo, Utah'],
      ] as const)
        await typeInto(page, label, text);
      await page.getByLabel('Service Type').selectOption('repair');
      await page.getByRole('button', { name: 'Get HVAC leads' }).tap();
      await expect(page.getByRole('region', { name: /notification/i })).toContainText('Success!');
      expect(await query('select services from leads where email = $1', [email])).toEqual([{ services: ['repair'] }]);
    });
  });
}

// That its steps fit 320 px is proved in accessibility/intake-wizard.ci.spec.ts.
test.describe('on an iPhone', () => {
  test.use(phone('iPhone 15'));

  test('the intake wizard works in both directions, fits, and keeps its input', async ({ page }) => {
    await page.goto('/exotics-intake');
    const next = page.getByRole('button', { name: 'Next Step' });
    await next.tap();
    await expect(page.getByText('Step 2 of 9')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).tap();
    await typeInto(page, 'Full name', 'Enzo Rossi');
    await page.getByRole('radio', { name: 'Yes' }).tap();
    await expect(page.getByRole('main').getByLabel('Domain name')).toBeVisible();
    await expectToFit(page);
    for (const step of [2, 3, 4]) {
      await next.tap();
      await expect(page.getByText(`Step ${step} of 9`)).toBeVisible();
      await expectToFit(page);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Previous' }).tap();
    await expect(page.getByText('Step 3 of 9')).toBeVisible();
    await page.goto('/exotics-intake');
    await expect(page.getByRole('main').getByLabel('Full name')).toHaveValue('Enzo Rossi');
  });
});
