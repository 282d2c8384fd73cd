import path from 'node:path';
import type { Page } from '@playwright/test';
import { noteAlert } from 'kit/server/alerts/alert-log';
import { Stores } from '../../shell/platform/index.ts';
import { expectNoViolations } from '../support/expect-no-violations.ts';
import { rulesOfLayout } from '../support/run-axe.ts';
import { publishChanged, type ShellSite, startShellSite } from '../support/shell-site.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// Staff handle an incident in the control room, without scripts, API and database.

const remote = 'mf-demos';
const token = 'a-token-of-anna-for-tests';
const pagePath = '/click-demos';

let site: ShellSite;
let first: string;
let second: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await startShellSite((dataFolder) => ({
    STAFF_TOKENS: `Anna:${token}`,
    ROOM_KEY: path.join(dataFolder, 'keys/private/site.pem'),
  }));
  first = await site.live(remote);
  second = await publishChanged(site, { remote, text: { from: 'Client demos', to: 'Demos of clients' } });
});
test.afterAll(() => site.stop());

async function logIn(page: Page): Promise<void> {
  await page.goto(`${site.address}/_ops`);
  await page.getByLabel('Your token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
}

/** Records an incident as a server of this site does. Returns its id. */
async function noteIncident(key: string): Promise<string> {
  const { incidents } = Stores.openFolderStore(site.dataFolder);
  const about = { kind: 'plan-stopped', key, about: remote, subject: `A canary plan stopped (${remote})` };
  const alert = { ...about, text: 'It stopped at 5 %: too few page views.', count: 1, lasts: false };
  const noted = await noteAlert(incidents, alert, new Date().toISOString());
  return noted?.name ?? '';
}

const done = (page: Page) => page.getByRole('status').first();

/** Enters a reason, sends the open form, and waits for its message. */
async function send(page: Page, button: string, says: string): Promise<void> {
  await page.getByLabel('Why', { exact: true }).fill(`because of ${button}`);
  await page.getByRole('button', { name: button }).click();
  await expect(done(page)).toContainText(says);
}

/** Confirms the change that the confirmation page describes. */
async function confirm(page: Page, says: string): Promise<void> {
  await page.getByRole('button', { name: 'Yes, do this' }).click();
  await expect(done(page)).toContainText(says);
}

const openRemote = (page: Page) => page.goto(`${site.address}/_ops/remotes/${remote}`);
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const headingOf = async () => /<h1[^>]*>([^<]*)</.exec(await (await fetch(site.address + pagePath)).text())?.[1];

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('staff inspect a release, start a canary, activate it and roll it back', async ({ page, context }) => {
    await logIn(page);
    await openRemote(page);
    await page.getByRole('link', { name: `Preview ${second}` }).click();
    await page.getByRole('button', { name: 'Make the links' }).click();
    const [preview] = await Promise.all([context.waitForEvent('page'), follow(page, pagePath)]);
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Demos of clients');
    await preview.close();
    await context.clearCookies({ name: 'preview' });

    await openRemote(page);
    await page.getByRole('link', { name: `Canary ${second}` }).click();
    await expect(page.getByLabel('Release', { exact: true })).toHaveValue(second);
    await page.getByLabel('Percent of the visitors').fill('1, 5, 25');
    await send(page, `Canary ${remote}`, 'Nothing has changed yet.');
    await expect(page.getByRole('main')).toContainText('After that it stays at 25 %. It never goes live by itself.');
    await confirm(page, `Done: ${remote} has a canary: ${second} for 1 % for 10 min`);
    await openRemote(page);
    await expect(page.getByRole('main')).toContainText('Plan: 1 % for 10 min, 5 % for 10 min, 25 % for 10 min');
    await follow(page, 'Pause the plan');
    await send(page, `Pause the plan ${remote}`, 'canary plan is paused');
    await openRemote(page);
    await follow(page, 'Promote the canary');
    await send(page, `Promote the canary ${remote}`, 'canary is live for everybody');
    expect(await headingOf()).toBe('Demos of clients');

    await page.goto(`${site.address}/_ops`);
    await expect(page.getByRole('link', { name: /^Roll back/ }).first(), 'on the first screen').toBeInViewport();
    await follow(page, `Roll back ${remote}`);
    await expect(page.getByRole('main')).toContainText(/Visitors get mf-demos \S+ instead of \S+, within a second\./);
    await page.getByLabel('Why', { exact: true }).fill('The old heading was better');
    await page.getByRole('button', { name: `Roll back ${remote}` }).click();
    await expect(done(page)).toContainText(`Done: ${remote} was rolled back: ${second} → ${first}`);
    const upToDate = async () => {
      await page.reload();
      return page.getByText('● up to date').count();
    };
    await expect.poll(upToDate).toBe(1);
    expect(await headingOf()).toBe('Client demos');
  });

  test('staff undo, freeze until an end, withdraw and restore, and roll back several remotes at once', async ({
    page,
    context,
  }) => {
    await logIn(page);
    await follow(page, 'Undo the last change');
    await send(page, 'Undo the last change', `${remote} is as it was before: ${first} → ${second}`);
    await openRemote(page);
    await follow(page, 'Freeze');
    await page.getByLabel('It ends').selectOption('in one hour');
    await send(page, `Freeze ${remote}`, 'Nothing has changed yet.');
    await confirm(page, 'is frozen');
    await openRemote(page);
    await expect(page.getByRole('main')).toContainText(
      /Frozen since .* until .* UTC: no new release goes live, rollbacks still work\./,
    );
    await follow(page, 'Withdraw');
    await send(page, `Withdraw ${remote}`, 'is withdrawn');
    const visitor = await context.newPage();
    expect((await visitor.goto(site.address + pagePath))?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This page is not available');
    await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(visitor.locator('main a[href^="tel:"]')).toBeVisible();
    await visitor.getByRole('link', { name: 'Back to the home page' }).click();
    await expect(visitor.getByRole('navigation').first()).toBeVisible();
    await visitor.close();
    await openRemote(page);
    await follow(page, 'Restore');
    await send(page, `Restore ${remote}`, 'is served again');
    expect((await fetch(site.address + pagePath)).status).toBe(200);
    await page.goto(`${site.address}/_ops`);
    await follow(page, 'Roll back several');
    await page.getByRole('checkbox', { name: remote }).check();
    await page.getByLabel(`Back to, ${remote}`).selectOption(first);
    await send(page, 'Roll back several', 'Nothing has changed yet.');
    await confirm(page, `${remote} was rolled back: ${second} → ${first}`);
    await page.goto(`${site.address}/_ops/log?remote=${remote}&action=withdraw`);
    await expect(page.getByText('One change')).toBeVisible();
    await expect(page.getByText(`because of Withdraw ${remote}`)).toBeVisible();
    await site.release('unfreeze', remote, '--reason', 'test');
  });
});

test('every page of the control room is clean for axe and as wide as the screen, at both widths, light and dark', async ({
  page,
}) => {
  // One counted view, so that the pages have figures.
  const told = page.waitForResponse((answer) => answer.url().endsWith('/_health/views'));
  await openHydrated(page, site.address + pagePath);
  await told;
  await logIn(page);
  await openRemote(page);
  await expect(page.getByRole('table', { name: `Figures of ${remote} on this server` })).toBeVisible();
  const { revision } = await site.release('status');
  const addresses = [
    '',
    '/incidents',
    `/incidents/${await noteIncident('12')}`,
    `/remotes/${remote}`,
    '/failures',
    '/log',
    `/revisions/${revision}`,
    // The forms of all other acts have the fields of these.
    `/act/activate?remote=${remote}&id=${second}`,
    `/act/canary?remote=${remote}`,
    '/act/rollback-several',
    '/act/freeze-site',
    `/act/preview?remote=${remote}&id=${second}`,
  ];
  for (const address of addresses) {
    await page.goto(`${site.address}/_ops${address}`);
    // Colours do not depend on the width, and what is shown does not depend on the colours, so the other rules would read the
    // same document again.
    for (const [colorScheme, widths, only] of [
      ['light', [320, 390], undefined],
      ['dark', [768, 1280], rulesOfLayout],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${address} at ${width}`).toBe(width);
      }
      await expectNoViolations(page, `${address} ${colorScheme}`, only);
    }
  }
  await page.goto(`${site.address}/_ops/act/freeze-site`);
  await page.getByLabel('Why', { exact: true }).fill('the fair');
  await page.getByRole('button', { name: 'Freeze the whole site' }).click();
  await expect(page.getByLabel('Type “whole site” to confirm')).toBeVisible();
  await expectNoViolations(page, 'an act on the whole site, to be confirmed');
  await page.getByRole('button', { name: 'Change it' }).click();
  await expect(page.getByLabel('Why', { exact: true })).toHaveValue('the fair');
  await page.getByRole('button', { name: 'Freeze the whole site' }).click();
  await page.getByLabel('Type “whole site” to confirm').fill('whole');
  await page.getByRole('button', { name: 'Yes, do this' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was done.');
  await expectNoViolations(page, 'an act on the whole site, not confirmed');
});

test('a rollback works with the keyboard alone', async ({ page }) => {
  await site.goLive(remote, second);
  await logIn(page);
  await page.getByRole('link', { name: `Roll back ${remote}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Why', { exact: true }).focus();
  await page.keyboard.type('by keyboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: `Roll back ${remote}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(done(page)).toContainText('was rolled back');
  expect(await site.live(remote)).toBe(first);
});

test('a screen of 1280 by 800 shows every remote and the shell with their actions, and the newest change; three keys search the log, open another tab and load the page again, but not while somebody types', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await logIn(page);
  const rows = page.getByRole('table').first().getByRole('row');
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
  expect(await rows.count()).toBeGreaterThan(6);
  await expect(page.locator('.latest li').first()).toBeInViewport({ ratio: 1 });

  await page.keyboard.press('/');
  await expect(page).toHaveURL(/\/log$/);
  await page.keyboard.press('/');
  await page.keyboard.type('go r');
  await expect(page.locator('.filter input').first()).toHaveValue('go r');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(page).toHaveURL(/\/incidents$/);
  const again = page.waitForRequest((request) => request.isNavigationRequest());
  await page.keyboard.press('r');
  await again;
});

test('the overview shows local times, and reloads by itself while it is not used, also after a click on its text', async ({
  browser,
}) => {
  const context = await browser.newContext({ timezoneId: 'America/Los_Angeles', locale: 'en-GB' });
  const page = await context.newPage();
  await page.clock.install();
  await logIn(page);
  const time = page.getByRole('row', { name: remote }).locator('time');
  const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  const local = { ...parts, timeZone: 'America/Los_Angeles' };
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  await expect(time).toHaveText(at.toLocaleString('en-GB', local));
  const opened = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('status').first().click();
  await page.clock.runFor(16_000);
  await opened;
  await expect(page.getByRole('heading', { name: 'Remotes' })).toBeVisible();
  let isOpenedAgain = false;
  page.on('request', () => {
    isOpenedAgain = true;
  });
  await page.getByRole('link', { name: remote, exact: true }).focus();
  await page.clock.runFor(60_000);
  expect(isOpenedAgain).toBe(false);
  await page.getByRole('link', { name: 'Stop refreshing' }).click();
  await expect(page.getByRole('link', { name: 'Refresh it by itself' })).toBeVisible();
  await expect(page.locator('[data-refresh]')).toHaveCount(0);
  await context.close();
});
