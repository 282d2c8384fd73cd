import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOffice } from '../support/office-command.ts';
import { writeSiteConfig } from '../support/site-config.ts';
import { fillForm, newEmail, sendForm as pressSend, type SiteForm, siteFormOf } from '../support/site-forms.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { expect, openHydrated, test } from '../support/test.ts';

// The office of a site that sends mail through a real SMTP server and delivers every form (`deliverLocalForms`).

let mailServer: MailServer;
let site: SiteInParts;
let folder: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-office-'));
  const SITE_CONFIG = path.join(folder, 'site.json');
  await writeSiteConfig(SITE_CONFIG, { deliverLocalForms: true });
  mailServer = await startMailServer();
  site = await startSiteInParts({ SITE_CONFIG, SMTP_URL: mailServer.url });
});

test.afterAll(async () => {
  await site.stop();
  await mailServer.stop();
  await rm(folder, { recursive: true });
});

/** Waits for the mail that contains these words. The delivery worker polls once a second. */
async function mailAbout(words: string): Promise<string> {
  const find = () => mailServer.mails.find((mail) => mail.includes(words)) ?? '';
  await expect.poll(find, { message: `a mail with "${words}"` }).not.toBe('');
  return find();
}

/** Fills and sends a form of the site, and checks its thanks. */
async function sendForm(page: Page, form: SiteForm, email: string): Promise<void> {
  await openHydrated(page, site.address + form.path);
  await form.open?.(page);
  await fillAsAPerson(page, () => fillForm(page, form, email));
  await pressSend(page, form);
  await expect(page.getByText(form.thanks)).toBeVisible();
}

async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  const { rows } = await client.query(sql, values);
  await client.end();
  return rows;
}

const leadForm = siteFormOf('/hvac');

/** The lead of the first form, which is also exported. */
let leadEmail: string;

// One form of each kind. That each form of the site is stored once is proved in resilience/offline-forms.spec.ts.
for (const [address, mailbox] of [
  ['/hvac', 'sales'],
  ['/consultation', 'sales'],
  ['/my-agent', 'support'],
  ['/agents/demo-agent', 'office'],
] as const) {
  const form = siteFormOf(address);
  test(`${form.name} is stored and mailed to ${mailbox}, and a reply goes to the visitor`, async ({ page }) => {
    const email = newEmail();
    if (form === leadForm) leadEmail = email;
    await sendForm(page, form, email);
    const [row] = await query(`select reference from submissions where payload::text like '%' || $1 || '%'`, [email]);
    const mail = await mailAbout(String(row?.reference));
    expect(mail).toMatch(new RegExp(`^To: ${mailbox}@beaconfield\\.example\r$`, 'm'));
    expect(mail).toMatch(new RegExp(`^Reply-To: Ada Hope\\s+<${email}>\r$`, 'm'));
  });
}

test('the office exports its leads for a spreadsheet and for a program', async () => {
  const csv = await runOffice(site.databaseUrl, 'leads', 'export');
  const [head, ...lines] = csv.trim().split('\r\n');
  expect(head).toMatch(/reference.*name.*company.*phone.*email/);
  expect(lines.filter((line) => line.includes(leadEmail) && line.includes('Hope Heating'))).toHaveLength(1);

  const leads = JSON.parse(await runOffice(site.databaseUrl, 'leads', 'export', '--format', 'json'));
  const lead = leads.find((row: { email: string }) => row.email === leadEmail);
  expect(lead).toMatchObject({ name: 'Ada Hope', location: 'Provo, Utah' });
  expect(csv).toContain(lead.reference);
});

test('a failed mail is listed with its reason, and sent once the office retries it', async ({ page }) => {
  const email = newEmail();
  mailServer.refuse('mailbox full');
  await sendForm(page, leadForm, email);
  const list = async (...words: string[]) =>
    JSON.parse(await runOffice(site.databaseUrl, 'deliveries', 'list', ...words, '--json'));
  await expect.poll(() => list()).toMatchObject([{ lastError: expect.stringContaining('mailbox full') }]);

  // The last backoffs take a day. The test sets this delivery to its last try, which then really happens.
  await query('update deliveries set refusals = 11, next_attempt_at = now() where delivered_at is null');
  await expect.poll(() => list('--dead')).toMatchObject([{ state: 'DEAD', channel: 'mail' }]);

  mailServer.refuse(null);
  expect(await runOffice(site.databaseUrl, 'deliveries', 'retry')).toMatch(/retried\s+1/);
  await mailAbout(email);
  await expect.poll(() => list()).toEqual([]);
});
