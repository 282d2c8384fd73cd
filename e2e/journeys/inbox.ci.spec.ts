import type { Page } from '@playwright/test';
import { buildLead } from '../../api/testing/build-forms.ts';
import { expectCleanAtBothWidths, expectNoViolations } from '../support/expect-no-violations.ts';
import { runOffice } from '../support/office-command.ts';
import { queryDatabase } from '../support/query-database.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { expect, test } from '../support/test.ts';

// Staff of the office handle submissions on a phone and on a desktop, without a terminal and without scripts.

const tokens = {
  otto: 'a-token-of-otto-of-the-office',
  olga: 'a-token-of-olga-to-operate',
};
const held = { 'X-Form-Context': 'page=%2Fhvac&consent=1&fill=9000&trap=x' };
const hostile = '"><script>document.title = "taken"</script><img src=x onerror="document.title=1">';

let site: SiteInParts;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  site = await startSiteInParts({
    STAFF_TOKENS: `otto:${tokens.otto}:office,olga:${tokens.olga}`,
    OFFICE_KEY: '7'.repeat(64),
  });
});
test.afterAll(() => site.stop());

async function send(overrides: object = {}, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${site.address}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(buildLead(overrides)),
  });
  return (await answer.json()).reference;
}

async function logIn(page: Page, name: keyof typeof tokens, path = '/_ops/inbox'): Promise<void> {
  await page.context().clearCookies();
  await page.goto(site.address + path);
  await page.getByLabel('Your token').fill(tokens[name]);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: `Log out ${name}` })).toBeVisible();
}

/** Expects a page that is no wider than the window and has run no script of a visitor. */
async function expectSound(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await page.title()).not.toBe('taken');
}

/** Expects also that it is clean for axe, on a phone and on a desktop. */
async function expectClean(page: Page): Promise<void> {
  await expectCleanAtBothWidths(page);
  await expectSound(page);
}

/** Presses Tab until the focused element has this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null; // The focused element is a form control or a link.
      return element?.labels?.[0]?.textContent?.trim() || element?.textContent?.trim() || '';
    });
  for (let presses = 0; presses < 60; presses++) {
    const words = await focused();
    if (typeof name === 'string' ? words === name : name.test(words)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${name}.`);
}

test('on a phone the office finds a lead, calls it, adds a note, releases one, exports and erases', async ({
  page,
}) => {
  const name = 'Person of 390';
  const email = 'person-390@example.com';
  const reference = await send({ name, email, phone: '+1 (801) 555-0390' });
  const machine = await send({ name: 'Machine of 390', email: 'machine-390@example.com' }, held);
  await send({ name: hostile, email: 'hostile-390@example.com', isTest: true });
  await page.setViewportSize({ width: 390, height: 900 });
  await logIn(page, 'otto');
  await expect(page).toHaveURL(/\/_ops\/inbox$/);
  await expect(page.getByRole('link', { name: 'Control room' })).toHaveCount(0);
  await expect(page.getByText('Test', { exact: true })).toHaveCount(0);
  await expectSound(page);
  await page.getByText('Dates, industry, source, tests').click();
  await page.getByLabel('Show tests, too').check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Test', { exact: true }).first()).toBeVisible();
  await expectClean(page);

  await page.getByRole('searchbox').fill('801.555.0390');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('rowheader')).toHaveText([new RegExp(name)]);
  expect(page.url()).not.toMatch(/0390/);
  await expectSound(page);

  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: /555/ }).first()).toHaveAttribute('href', /^tel:\+1801555\d{4}$/);
  await expect(page.getByText('Analytical Heating')).toBeVisible();
  await page.getByLabel('Called').check();
  await page.getByLabel('Note').fill(`Wants a call.\n${hostile}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByText(hostile)).toBeVisible();
  await expectClean(page);

  await page.getByRole('link', { name: 'Quarantine' }).click();
  await page.getByRole('link', { name: 'Machine of 390' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Machine of 390' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: `Release ${machine}` }).click();
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  await expectClean(page);
  await page.getByRole('button', { name: `Yes, release ${machine}` }).click();
  await expect(page.getByRole('status')).toContainText('Released');
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText(/^Mail to the office: delivered/).isVisible();
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Send again: Mail to the office' }).click();
  await expect(page.getByText('Mail to the office gets the complete form again.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Yes, send it again: Mail to the office' }).click();
  await expect(page.getByRole('status')).toHaveText('It is being sent again.');

  await page.goto(`${site.address}/_ops/inbox`);
  await page.getByRole('link', { name: 'Called' }).click();
  const csv = page.waitForEvent('download');
  await expect(
    page.getByText(/^Download (this form|these \d+ forms, all pages of this list), with every field/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const sheet = await (await csv).createReadStream().then(textOf);
  expect(sheet).toContain(name);
  // The same bytes as the command exports.
  expect(sheet).toBe(await runOffice(site.databaseUrl, 'inbox', 'export', '--state', 'called'));
  const workbook = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for Excel' }).click();
  expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/);

  await page.goto(`${site.address}/_ops/inbox/${reference}`);
  await page.getByRole('link', { name: 'Look up this customer: export or erase everything' }).click();
  await page.getByLabel('Mail address or phone number').fill('001 801 555 0390');
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  expect(page.url()).not.toContain('person-');
  await expectClean(page);
  const json = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await (await json).createReadStream().then(textOf)).toContain('Wants a call.');
  await page.getByLabel('Yes, erase 1 form. It cannot be undone.').check();
  await page.getByRole('button', { name: 'Erase 1 form' }).click();
  await expect(page.getByRole('status')).toContainText('1 form erased');
  await expectSound(page);
  await page.goto(`${site.address}/_ops/inbox/${reference}`);
  await expect(page.getByText('The contents of this form were erased')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('a bulk change of leads can be undone, names conflicts, deletes spam, and a lead is returned', async ({
  page,
  browser,
}) => {
  const word = 'Many';
  const [first, second] = [await send({ name: `${word} One` }), await send({ name: `${word} Two` })];
  const spam = await send({ name: `Spam ${word}` }, held);
  await logIn(page, 'otto');
  await page.getByRole('searchbox').fill(`${word} one`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('checkbox', { name: `Select ${word} One` }).check();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Won');
  await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('Me (otto)');
  await page.getByLabel('Reminder on').fill('2026-12-01');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('status')).toContainText('1 form changed: Won, for otto, reminder 2026-12-01.');
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('For otto, Reminder 2026-12-01');
  await expectSound(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status')).toContainText('1 form as before.');
  await expect(page.getByRole('row').filter({ hasText: first })).not.toContainText('otto');

  await page.getByRole('searchbox').fill(word);
  await page.getByRole('button', { name: 'Search' }).click();
  const other = await browser.newPage();
  await logIn(other, 'olga', `/_ops/inbox/${second}`);
  await other.getByLabel('Lost').check();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('status')).toHaveText('Saved.');
  await other.close();
  await page.getByRole('checkbox', { name: /^All \d on this page$/ }).check();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Called');
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByRole('status')).toContainText(`olga changed ${second}`);
  await expect(page.getByRole('row').filter({ hasText: second })).toContainText('Lost');
  await expectClean(page);

  await page.getByRole('link', { name: 'Quarantine' }).click();
  await page.getByRole('checkbox', { name: `Select Spam ${word}` }).check();
  await page.getByRole('button', { name: 'Delete the selected forms as spam' }).click();
  await expect(page.getByText('Nothing has been deleted yet.')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Yes, delete 1 form' }).click();
  await expect(page.getByRole('status')).toContainText('1 form deleted.');
  await page.goto(`${site.address}/_ops/inbox/${spam}`);
  await expect(page.getByText('The contents of this form were erased')).toBeVisible();

  await page.goto(`${site.address}/_ops/inbox/${first}`);
  await page.getByText('Return this lead').click();
  await page.getByLabel('Reason, for its partner').fill('Wrong number.');
  await page.getByLabel('Yes, return it.').check();
  await expectClean(page);
  await page.getByRole('button', { name: `Return ${first}` }).click();
  await expect(page.getByRole('status')).toHaveText('Returned: its partner is told.');
  await expect(page.getByText('Returned by otto')).toBeVisible();

  await page.goto(`${site.address}/_ops/inbox?kind=lead&to=2020-01-01`);
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  await expectNoViolations(page, 'a list that finds nothing');
});

test('the office gives a partner keys and revokes one', async ({ page }) => {
  await logIn(page, 'otto', '/_ops/inbox/partners');
  const partner = 'acme';
  await page.getByLabel('Name of a new partner').fill(partner);
  await page.getByRole('button', { name: 'Make two keys' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Keys of ${partner}`);
  await expectClean(page);
  const live = await page.getByRole('definition').first().innerText();
  await send({}, { Authorization: `Bearer ${live}` });
  await page.getByRole('link', { name: 'Back to the partners' }).click();
  await expectSound(page);
  const keys = page.getByRole('table', { name: `Keys of ${partner}` });
  await keys.getByText('Revoke').first().click();
  await keys.getByLabel('Refuse everything that is sent with this key from now on').first().check();
  await expectClean(page);
  await keys
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click();
  await expect(page.getByRole('status')).toContainText(`of ${partner} is revoked`);
  const refused = await fetch(`${site.address}/api/leads`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${live}` },
    body: JSON.stringify(buildLead()),
  });
  expect(refused.status).toBe(401);
  await page.getByRole('button', { name: `Another live key for ${partner}` }).click();
  await expect(page.getByRole('definition')).toHaveText(/^bf_live_/);
  await page.getByRole('link', { name: 'Back to the partners' }).click();
});

test('everything works with the keyboard, and operators read in the access log who has looked', async ({ page }) => {
  const reference = await send({ name: 'Katherine Johnson', email: 'kj@example.com' });
  await logIn(page, 'otto');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('kather john');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('rowheader')).toHaveText([/Katherine Johnson/]);
  await tabTo(page, 'Katherine Johnson');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Katherine Johnson');
  await tabTo(page, 'New');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Note');
  await page.keyboard.type('By keyboard.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await expect(page.getByRole('radio', { name: 'Called' })).toBeChecked();
  await expect(page.getByText('By keyboard.')).toBeVisible();

  await logIn(page, 'olga', '/_ops/inbox/audit');
  await expect(page.getByRole('row').filter({ hasText: reference }).first()).toContainText('otto');
  await expectNoViolations(page);
});

declare global {
  interface Window {
    /** The window that the script below has opened. */
    opened: Window | null;
  }
}

test('a script of the site cannot read the inbox with the cookie of staff', {
  tag: ['@engines', '@not-webkit'],
}, async ({ page }) => {
  await send({ name: 'Seen by nobody', email: 'nobody@example.com' });
  await logIn(page, 'olga');
  await expect(page.getByText('Seen by nobody')).toBeVisible();
  await page.goto(site.address);
  const read = await page.evaluate(async () => {
    const fetched = await fetch('/_ops/inbox', { credentials: 'include' });
    return { status: fetched.status, text: await fetched.text() };
  });
  expect(read.status).toBe(403);
  expect(read.text).not.toContain('Seen by nobody');
  const shown = page.context().waitForEvent('page');
  await page.evaluate(() => {
    window.opened = window.open('/_ops/inbox');
  });
  // The window opens, but only the person can see it.
  await expect((await shown).getByText('Seen by nobody')).toBeVisible();
  const seen = await page.evaluate(() => {
    try {
      return window.opened?.document.body.textContent ?? '';
    } catch (error) {
      return String(error);
    }
  });
  expect(seen).not.toContain('Seen by nobody');
});

test('no log contains the inbox, and the API needs the staff page', async () => {
  const rows = await queryDatabase(site.databaseUrl, 'select details::text as details from office_audit');
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ details }) => /example\.com|555|Person/.test(details))).toEqual([]);
  for (const path of [
    '/internal/office',
    '/api/internal/office',
    '/api/../internal/office',
    '/api/%2e%2e/internal/office',
  ]) {
    const answer = await fetch(site.address + path, { method: 'POST', body: '{}' });
    expect([404, 405, 415, 400]).toContain(answer.status);
  }
});
