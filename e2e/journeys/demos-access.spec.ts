import type { Page } from '@playwright/test';
import { expectCleanAtBothWidths } from '../support/expect-no-violations.ts';
import { holdScripts } from '../support/hold-scripts.ts';
import { pauseClock } from '../support/pause-clock.ts';
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

for (const [code, answer] of [
  ['demo', 'Coming Soon'],
  ['wrong', 'Incorrect password. Please try again.'],
] as const) {
  test(`Enter after "${code}" before the page's script has loaded takes effect after it`, {
    tag: code === 'demo' ? '@engines' : [],
  }, async ({ page }) => {
    const release = await holdScripts(page, '**/remotes/mf-demos/**/*.js');
    await page.goto('/click-demos', { waitUntil: 'commit' });
    await field(page).fill(code);
    // The browser itself does not submit, because the button is disabled.
    await field(page).press('Enter');
    release();
    await expect(page.getByText(answer)).toBeVisible();
  });
}

// Firefox restores the disabled state and the value of controls separately.
test('after a reload the state of the button matches its field', async ({ page }) => {
  await openHydrated(page, '/click-demos');
  const button = page.getByRole('button', { name: 'Access Demos' });
  await field(page).fill('demo');
  await expect(button).toBeEnabled();
  await page.reload();
  await page.mouse.move(3, 3);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  const isFilled = (await field(page).inputValue()) !== '';
  await expect(button).toBeEnabled({ enabled: isFilled });
});

test('the gate works over plain http, where browsers provide no SHA-256', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await openHydrated(page, '/click-demos');
  await unlock(page);
});

test('no file of the page contains the plain code', async ({ page }) => {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\.js$|\/click-demos$/.test(new URL(response.url()).pathname)) texts.push(response.text());
  });
  await openHydrated(page, '/click-demos');
  await page.waitForLoadState('networkidle');
  const all = (await Promise.all(texts)).join('\n');
  expect(all).toContain('2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea');
  expect(all).not.toMatch(/["'`]demo["'`]\s*===|===\s*["'`]demo["'`]/);
});

test.describe('with the voice widget of the provider', () => {
  test.use({ hasVoiceWidget: true });

  test('a widget that hangs shows a retry button after eight seconds', async ({ page }) => {
    const release = await holdScripts(page, 'https://unpkg.com/**');
    await page.clock.install();
    await openHydrated(page, '/click-demos');
    await unlock(page);
    await pauseClock(page);
    await page.getByRole('link', { name: 'Open demo' }).click();
    await expect(page.getByText('Loading the voice agent...')).toBeVisible();
    await page.clock.runFor(8000);
    await expect(page.getByRole('alert')).toContainText('The demo cannot be loaded');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Loading the voice agent...')).toBeVisible();
    await page.clock.resume();
    release();
    await expect(page.getByText('Press the voice agent to start talking.')).toBeVisible();
  });
});

test('axe finds nothing: gate with its error, list and demo', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHydrated(page, '/click-demos');
  await field(page).fill('wrong');
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectCleanAtBothWidths(page);
  await unlock(page);
  await expectCleanAtBothWidths(page);
  await page.getByRole('link', { name: 'Open demo' }).click();
  await expect(page.getByText('Press the voice agent to start talking.')).toBeVisible();
  await expectCleanAtBothWidths(page);
});
