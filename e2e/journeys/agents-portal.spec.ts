import type { Page } from '@playwright/test';
import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { holdFiles } from '../support/hold-files.ts';
import { officeMail } from '../support/office-mail.ts';
import { pauseClock } from '../support/pause-clock.ts';
import { expect, openHydrated, startScripts, test } from '../support/test.ts';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Agent Code' });

async function logIn(page: Page) {
  await codeField(page).fill('demo-active');
  await page.getByRole('button', { name: 'Access My Agent' }).click();
  await expect(page.getByText('Welcome')).toBeVisible();
}

test('a code is upper-cased in place, looked up, and not in URLs or storage', { tag: '@journey' }, async ({ page }) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await openHydrated(page, '/my-agent');
  await codeField(page).pressSequentially('deactive');
  for (let steps = 0; steps < 6; steps++) await codeField(page).press('ArrowLeft');
  await codeField(page).pressSequentially('mo-');
  await expect(codeField(page)).toHaveValue('DEMO-ACTIVE');
  await codeField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(addresses.join()).not.toMatch(/demo-active/i);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(/demo-active/i);
});

test('a code that is submitted before hydration is looked up; the public link is copied and opens the page of the agent; the login survives the navigation', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const release = await holdFiles(page, '**/remotes/mf-agents/**/*.js');
  await page.clock.install();
  await page.goto('/my-agent');
  // Stops the clock, because after five seconds the page would show an error notice.
  await pauseClock(page);
  await codeField(page).fill('demo-active');
  await codeField(page).press('Enter');
  release();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Dental Care');
  expect(new URL(page.url()).search).toBe('');

  await pauseClock(page);
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL('/agents/demo-agent', page.url()).href);
  await page.clock.runFor(2000);
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await page.clock.resume();
  await page.getByRole('link', { name: 'Open the page' }).click();
  await expect(page.getByText('Agent Online & Ready')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Welcome')).toBeVisible();
  await page.getByRole('button', { name: 'Switch Agent' }).click();
  await expect(codeField(page)).toHaveValue('');
});

test('a code typed before hydration is upper-cased after it, and the caret stays; a reload asks for the code again and opens no dialog; an upgrade request reaches the office with its agent', async ({
  page,
  query,
}) => {
  const release = await holdFiles(page, '**/remotes/mf-agents/**/*.js');
  await page.goto('/my-agent');
  await codeField(page).fill('demo-ctive');
  for (let steps = 0; steps < 5; steps++) await codeField(page).press('ArrowLeft');
  release();
  await expect(codeField(page)).toHaveValue('DEMO-CTIVE');
  await codeField(page).pressSequentially('a');
  await expect(codeField(page)).toHaveValue('DEMO-ACTIVE');
  await codeField(page).press('Enter');
  const request = page.getByRole('button', { name: 'Request Quote' });
  const dialog = page.getByRole('dialog', { name: 'Contact Support' });
  await request.click();
  await expect(dialog).toBeVisible();

  await page.reload();
  await startScripts(page);
  await logIn(page);
  await expect(dialog).toBeHidden();

  await request.click();
  await expect(dialog.getByLabel('Request Type')).toHaveValue('upgrade_request');
  const subject = `Upgrade ${Date.now()}`;
  await fillAsAPerson(page, async () => {
    await dialog.getByLabel('Name').fill('Ada Byron');
    await dialog.getByLabel('Email').fill('ada@example.com');
    await dialog.getByLabel('Subject').fill(subject);
    await dialog.getByLabel('Message').fill('Please add Spanish to the agent.');
  });
  await dialog.getByRole('button', { name: 'Send Message' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText("Your message has been sent! We'll get back to you within 24 hours.");
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  const rows = await query(
    `select reference, payload from submissions where kind = 'support' and payload->>'subject' = $1`,
    [subject],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.payload).toMatchObject({
    requestType: 'upgrade_request',
    agentName: 'demo-agent',
    agentCode: 'DEMO-ACTIVE',
  });
  expect(await officeMail(rows[0]?.reference)).toMatch(/^To: support@/m);
});

test('axe finds nothing with errors, logged in and with the dialog open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openHydrated(page, '/my-agent');
  await codeField(page).press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'a missing code');
  await logIn(page);
  await expectCleanAtBothWidths(page);
  await page.getByRole('button', { name: 'Contact Support' }).click();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('group', { name: '4 fields need your attention' })).toBeFocused();
  await expectNoViolations(page, 'the dialog');
});
