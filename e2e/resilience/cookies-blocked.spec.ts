import type { BrowserContext, Page } from '@playwright/test';
import { launchWithPreferences } from '../support/launch-with-preferences.ts';
import { anotherNote, publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expectTold, fillForm, sendForm, siteFormOf } from '../support/site-forms.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// A browser in which the visitor has blocked all cookies and site data.

const remote = 'mf-demos';
const staffToken = 'a-token-of-anna-for-tests';
const form = siteFormOf('/hvac');

let site: ShellSite;
let context: BrowserContext;
let close: () => Promise<void>;
let page: Page;
let errors: string[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await startShellSite({ STAFF_TOKENS: `Anna:${staffToken}` });
  const preferences = { default_content_setting_values: { cookies: 2 } };
  ({ context, close } = await launchWithPreferences(test.info(), preferences));
  await context.route(/^https:/, (route) => route.abort());
});

test.afterAll(async () => {
  await close?.();
  await site?.stop();
});

test.beforeEach(async () => {
  page = await context.newPage();
  errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
});

test.afterEach(async () => {
  expect(errors).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  await page.close();
});

test('a form is accepted, and every kind of page works', async ({ baseURL }) => {
  await openHydrated(page, baseURL + form.path);
  await fillForm(page, form, 'ada@hope.example');
  await sendForm(page, form);
  await expectTold(page, form.thanks);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Client Demos' }).click();
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
});

test('a preview link explains that it needs cookies; a canary is drawn for each page, and no page mixes releases', async () => {
  const id = await publishChanged(site, { remote, files: anotherNote() });
  const { token } = await site.release('preview', remote, id);
  await page.goto(`${site.address}/click-demos?preview=${token}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The preview cannot be shown');
  await expect(page.getByRole('main')).toContainText('Allow cookies for this site and open the link again.');
  const link = page.getByRole('link', { name: 'live site' });
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  // The header's amber outline would have too little contrast on this background (WCAG 2.2, 1.4.11).
  await expect(link).toHaveCSS('outline-color', 'rgb(199, 64, 31)');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${site.address}/`);
  await expect(page.getByText('Preview of')).toHaveCount(0);

  await site.goLive(remote, id, { percent: 50 });
  const servedSet = async () => (await fetch(`${site.address}/click-demos`)).headers.get('x-release-set');
  await expect.poll(servedSet).toContain(id);
  for (let load = 0; load < 2; load += 1) {
    await openHydrated(page, site.address);
    await page.getByRole('banner').getByRole('link', { name: 'Client Demos' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Client demos');
  }
});

test('the staff page explains that it needs cookies', async () => {
  await page.goto(`${site.address}/_ops`);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('Your token').fill(staffToken);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('this browser keeps no cookies');
});
