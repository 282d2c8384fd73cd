import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { navigateInTab } from '../support/remote-faults.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// After a reload, Back changes only the URL of the document, whose HTML the server rendered for another URL.

async function reloadAndGoBack(page: Page, files: string, isShown: () => Promise<void>): Promise<void> {
  const release = await holdFiles(page, files);
  await page.reload({ waitUntil: 'commit' });
  await isShown();
  // The URL shows the entry before only for a moment: until hydration, the router keeps the URL that the server rendered.
  const entry = await page.evaluate(() => history.state.key);
  await page.evaluate(() => history.back());
  await page.waitForFunction((left) => history.state?.key !== left, entry);
  await page.mouse.move(40, 40);
  await page.mouse.move(60, 60);
  release();
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
}

test('Back before its remote has loaded in a reloaded step shows the step before', async ({ page }) => {
  await openHydrated(page, '/exotics-intake?step=7');
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Website Features' })).toBeFocused();
  await reloadAndGoBack(page, '**/remotes/**/*.js', async () => {
    await expect(page.getByText('Step 8 of 9')).toBeVisible();
  });
  await expect(page.getByText('Step 7 of 9')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Rental Policies' })).toBeVisible();
});

test('Back before a reloaded page hydrates shows the page before', { tag: '@engines' }, async ({ page }) => {
  await openHydrated(page, '/exotics-intake?step=7');
  await navigateInTab(page, '/hvac');
  const heading = page.getByRole('heading', { level: 1 });
  const shown = 'When the AC quits, they call you first';
  await expect(heading).toHaveText(shown);
  await reloadAndGoBack(page, '**/{shell,remotes}/**/*.js', async () => {
    await expect(heading).toHaveText(shown);
  });
  await expect(page.getByText('Step 7 of 9')).toBeVisible();
  await expect(heading).not.toHaveText(shown);
});
