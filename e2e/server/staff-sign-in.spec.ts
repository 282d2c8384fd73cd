import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { client, startProvider } from '../../shell/staff/testing/start-provider.ts';
import { expectNoViolations } from '../support/expect-no-violations.ts';
import { findQuietPort } from '../support/quiet-port.ts';
import { rulesOfLayout } from '../support/run-axe.ts';
import { type ShellSite, startShellSite } from '../support/shell-site.ts';
import { writeSiteConfig } from '../support/site-config.ts';
import { expect, test } from '../support/test.ts';

// Two people sign in at a provider of OpenID Connect on another site, and one approves what the other asked for.

let provider: Awaited<ReturnType<typeof startProvider>>;
let site: ShellSite;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  provider = await startProvider();
  const { issuer } = provider;
  const openId = { issuer, clientId: client.id, clientSecretFile: 'secret', groups: { staff: 'operate' } };
  const PORT = String(await findQuietPort());
  site = await startShellSite(async (dataFolder) => {
    const SITE_CONFIG = path.join(dataFolder, 'site.json');
    await writeFile(path.join(dataFolder, 'secret'), client.secret);
    const staff = { openId, twoPersonApproval: true };
    await writeSiteConfig(SITE_CONFIG, { publicOrigin: `http://localhost:${PORT}`, staff });
    return { PORT, SITE_CONFIG, ROOM_KEY: path.join(dataFolder, 'keys/private/site.pem') };
  });
  provider.open(`${site.address}/_ops/login/callback`);
});

test.afterAll(async () => {
  await site.stop();
  provider.stop();
});

async function signIn(page: Page, name: string, address = '/_ops'): Promise<void> {
  provider.person = { sub: name, preferred_username: name, groups: ['staff'] };
  await page.goto(site.address + address);
  await page.getByRole('link', { name: 'Log in with your account' }).click();
  await expect(page.getByText(`${name} may change everything`)).toBeVisible();
}

async function askForFreeze(page: Page): Promise<void> {
  await page.goto(`${site.address}/_ops/act/freeze-site`);
  await page.getByLabel('Why', { exact: true }).fill('the fair');
  await page.getByRole('button', { name: 'Freeze the whole site' }).click();
  await page.getByLabel('Type “whole site” to confirm').fill('whole site');
  await page.getByRole('button', { name: 'Ask for approval' }).click();
}

async function expectClean(page: Page, what: string): Promise<void> {
  // Colours do not depend on the width, and what is shown does not depend on the colours, so the other rules would read the
  // same document again.
  for (const [colorScheme, width, only] of [
    ['light', 390, undefined],
    ['dark', 1280, rulesOfLayout],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${what} at ${width}`).toBe(width);
    await expectNoViolations(page, `${what} ${width} ${colorScheme}`, only);
  }
}

test('the login page and an approval are clean for axe, at both widths, light and dark', async ({ page }) => {
  await page.goto(`${site.address}/_ops`);
  await expectClean(page, 'the login page');
  provider.person = null;
  await page.getByRole('link', { name: 'Log in with your account' }).click();
  await expect(page.getByRole('alert')).toContainText('Nobody was signed in.');
  await expectClean(page, 'a refused sign-in');
  await signIn(page, 'anna@site.example');
  await askForFreeze(page);
  await expectClean(page, 'a request for approval');
  await page.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(page.getByText('Declined by anna@site.example.')).toBeVisible();
  await expectClean(page, 'a withdrawn request');
});

test('a second person approves what the first asked for, and both sign in at the provider', {
  tag: '@engines',
}, async ({ page, browser }) => {
  await signIn(page, 'anna@site.example');
  await askForFreeze(page);
  await expect(page.getByText('you cannot approve it yourself')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and do this' })).toHaveCount(0);
  const approval = new URL(page.url()).pathname;

  const another = await browser.newContext();
  const ben = await another.newPage();
  await signIn(ben, 'ben@site.example', approval);
  expect(new URL(ben.url()).pathname).toBe(approval);
  await expect(ben.getByText('the fair')).toBeVisible();
  await ben.getByRole('button', { name: 'Approve and do this' }).click();
  await expect(ben.getByText('Done: The whole site is frozen')).toBeVisible();
  await expect(ben.getByText('anna@site.example, approved by ben@site.example').first()).toBeVisible();
  await another.close();
});
