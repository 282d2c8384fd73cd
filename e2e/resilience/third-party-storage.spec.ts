import type { BrowserContext } from '@playwright/test';
import { fillTexts, ownerFields } from '../support/intake-form.ts';
import { launchWithPreferences } from '../support/launch-with-preferences.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A browser that gives no storage to others than the site itself, as Safari and Firefox do, and Chrome where visitors ask for it.

let context: BrowserContext;
let close: () => Promise<void>;

test.beforeAll(async () => {
  const preferences = { block_third_party_cookies: true, cookie_controls_mode: 1 };
  ({ context, close } = await launchWithPreferences(test.info(), preferences));
  await context.route(/^https:/, (route) => route.abort());
});

test.afterAll(() => close?.());

test('what a visitor leaves in the site stays where others may store nothing', async ({ baseURL }) => {
  const page = await context.newPage();
  await openHydrated(page, `${baseURL}/exotics-intake`);
  await fillTexts(page, ownerFields('enzo@rossi.example'));
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('enzo@rossi.example');
  await openHydrated(page, `${baseURL}/click-demos`);
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
});

test('this browser really refuses others: a page within a page of somebody else stores nothing', async () => {
  const page = await context.newPage();
  const html = (body: string) => ({ contentType: 'text/html', body });
  const script = 'document.cookie = "a=b; path=/"; document.title = document.cookie || "nothing"';
  await context.route('http://other.example/', (route) => route.fulfill(html(`<script>${script}</script>`)));
  await context.route('http://around.example/', (route) =>
    route.fulfill(html('<iframe src="http://other.example/"></iframe>')),
  );
  await page.goto('http://other.example/');
  expect(await page.title()).toBe('a=b');
  await page.goto('http://around.example/');
  await expect.poll(() => page.frames()[1]?.title()).toBe('nothing');
});
