import type { BrowserContext } from '@playwright/test';
import { fillTexts, ownerFields } from '../support/intake-form.ts';
import { launchWithPreferences } from '../support/launch-with-preferences.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A browser that blocks storage of third parties, as Safari and Firefox do, and Chrome where visitors choose it.

// One worker runs both tests, because each worker would start a browser of its own.
test.describe.configure({ mode: 'default' });

let context: BrowserContext;
let close: () => Promise<void>;

test.beforeAll(async () => {
  const preferences = { block_third_party_cookies: true, cookie_controls_mode: 1 };
  ({ context, close } = await launchWithPreferences(test.info(), preferences));
  await context.route(/^https:/, (route) => route.abort());
});

test.afterAll(() => close?.());

test('the site keeps its stored data where third-party storage is blocked', async ({ baseURL }) => {
  const page = await context.newPage();
  await openHydrated(page, `${baseURL}/exotics-intake`);
  await fillTexts(page, ownerFields('enzo@rossi.example'));
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('enzo@rossi.example');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
});

test('this browser really blocks third parties: a cross-site iframe cannot store anything', async () => {
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
