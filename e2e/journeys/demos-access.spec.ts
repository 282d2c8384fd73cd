import type { Page } from '@playwright/test';
import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { holdFiles } from '../support/hold-files.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const field = (page: Page) => page.getByLabel('Password', { exact: true });

async function unlock(page: Page) {
  await field(page).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
}

test('a wrong code is refused, and the right one unlocks the session until Logout', { tag: '@journey' }, async ({
  page,
}) => {
  await openHydrated(page, '/click-demos');
  await expect(page.getByRole('button', { name: 'Access Demos' })).toBeDisabled();
  await field(page).fill('Demo');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await page.evaluate(() => scrollTo(0, 200));
  await unlock(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  // A click anywhere on the card works.
  await page.getByRole('heading', { name: 'Horizon Realty Team' }).click();
  await expect(page).toHaveURL(/\?demo=/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(field(page)).toBeVisible();
  await expect(page).toHaveURL(/\/click-demos\??$/);
  // Until hydration the page shows the field also in an unlocked session.
  await openHydrated(page, '/click-demos');
  await expect(field(page)).toBeVisible();
});

test("Enter before the page's script has loaded takes effect after it; axe finds nothing at the gate with its error, in the list and in a demo", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await holdFiles(page, '**/remotes/mf-demos/**/*.js');
  await page.goto('/click-demos', { waitUntil: 'commit' });
  await field(page).fill('wrong');
  // The browser itself does not submit, because the button is disabled.
  await field(page).press('Enter');
  release();
  await expect(page.getByRole('alert')).toHaveText('Incorrect password. Please try again.');
  await expectNoViolations(page, 'a wrong password');
  await unlock(page);
  await expectCleanAtBothWidths(page);
  await page.getByRole('link', { name: 'Open demo' }).click();
  await expect(page.getByText('Press the voice agent to start talking.')).toBeVisible();
  await expectNoViolations(page, 'a demo');
});
