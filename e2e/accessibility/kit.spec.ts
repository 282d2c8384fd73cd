import type { Locator, Page } from '@playwright/test';
import { startDevelopmentServer } from '../support/development-server.ts';
import { rules, rulesOfLayout, runAxe } from '../support/run-axe.ts';
import { test as base, expect } from '../support/test.ts';

/** Opens the showcase of the kit, which only the development server has. That stops after the page, which would miss it. */
const test = base.extend<{ openKit: () => Promise<void> }, { kitAddress: string }>({
  kitAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const kit = await startDevelopmentServer('kit/showcase', process.env.BASE_URL ?? '');
      await use(kit.address);
      await kit.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  openKit: async ({ page, kitAddress }, use) => {
    await use(async () => {
      await page.goto(`${kitAddress}/kit`);
      await page.locator('form[data-ready]').first().waitFor();
    });
  },
});

async function expectNoViolations(page: Page, of: { only?: readonly string[]; part?: string } = {}): Promise<void> {
  const { violations } = await runAxe(page, { tags: [...rules, 'best-practice'], ...of });
  expect(violations.map(({ id, html }) => `${id}: ${html}`)).toEqual([]);
}

/** Focuses a button and presses Enter. */
async function press(page: Page, name: string): Promise<Locator> {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  return button;
}

/** The place of the focus: the name of the dialog, or the browser's own controls. */
const focusedPlace = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body ? 'browser' : (activeElement?.closest('dialog')?.role ?? 'page');
  });

test('the kit is clean for axe, as loaded and with errors, a dialog, an alert or a toast; the focus enters a dialog, stays inside and returns; a click outside closes it, but no alert', async ({
  page,
  openKit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openKit();
  await expectNoViolations(page, { only: rulesOfLayout });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoViolations(page);
  await page.getByRole('form', { name: 'On fog' }).getByRole('button', { name: 'Submit Request' }).click();
  await expect(page.getByRole('group', { name: '5 fields need your attention' })).toBeFocused();
  await expectNoViolations(page);
  await press(page, 'Toast: error');
  await expect(page.getByText('A error toast')).toBeVisible();
  await expectNoViolations(page);
  for (const [opener, role] of [
    ['Open dialog', 'dialog'],
    ['Open alert', 'alertdialog'],
  ] as const) {
    await test.step(`${opener}: it is clean for axe, and the focus enters, stays inside, and returns on Escape`, async () => {
      const button = await press(page, opener);
      const dialog = page.getByRole(role);
      await expect(dialog).toBeVisible();
      await expect.poll(() => focusedPlace(page)).toBe(role);
      // The page behind it is the one that was clean before.
      await expectNoViolations(page, { part: 'dialog[open]' });
      for (const key of ['Tab', 'Shift+Tab']) {
        const places = new Set<string>();
        for (let presses = 0; presses < 8; presses += 1) {
          await page.keyboard.press(key);
          places.add(await focusedPlace(page));
        }
        expect([...places].sort(), key).toEqual([role, 'browser'].sort());
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
  }
  await test.step('a click outside closes a dialog; an alert needs its button', async () => {
    await press(page, 'Open dialog');
    await page.mouse.click(5, 5);
    await expect(page.getByRole('dialog')).toBeHidden();
    const button = await press(page, 'Open alert');
    const alert = page.getByRole('alertdialog', { name: 'Thank you' });
    await expect(alert).toHaveAccessibleDescription(/Thank you for requesting a free sample!/);
    await page.mouse.click(5, 5);
    await expect(alert).toBeVisible();
    await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(alert).toBeHidden();
    await expect(button).toBeFocused();
  });
});
