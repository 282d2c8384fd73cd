import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { fillAsAPerson } from '../support/fill-as-a-person.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOffice } from '../support/office-command.ts';
import { writeSiteConfig } from '../support/site-config.ts';
import { type SiteInParts, startSiteInParts } from '../support/site-in-parts.ts';
import { expect, openHydrated, test } from '../support/test.ts';
import { inquiryForms } from './inquiry-forms.ts';

// The office of a site that mails through a real SMTP server and has every form delivered (`deliverLocalForms`).

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

/** The mail with these words; the delivery worker looks once a second. */
async function mailAbout(words: string): Promise<string> {
  const find = () => mailServer.mails.find((mail) => mail.includes(words)) ?? '';
  await expect.poll(find, { message: `a mail with "${words}"` }).not.toBe('');
  return find();
}

async function sendLead(page: Page, name: string): Promise<void> {
  await openHydrated(page, `${site.address}/hvac`);
  await fillAsAPerson(page, async () => {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Company').fill('Hope Heating');
    await page.getByLabel('Phone').fill('(801) 555-0142');
    await page.getByLabel('Email').fill('ada@hope.example');
    await page.getByLabel('Location').fill('Provo, Utah');
    await page.getByLabel('Service Type').selectOption('repair');
  });
  await page.getByRole('main').getByRole('button', { name: 'Get HVAC leads' }).click();
  await expect(page.getByText('Thank you for your interest! We will contact you shortly.')).toBeVisible();
}

test('a lead is in the mailbox of sales, and an answer goes to the visitor', async ({ page }) => {
  await sendLead(page, 'Ada Mailed');
  const mail = await mailAbout('Ada Mailed');
  expect(mail).toMatch(/^To: sales@beaconfield\.example\r$/m);
  expect(mail).toMatch(/^Reply-To: Ada Mailed <ada@hope\.example>\r$/m);
  expect(mail).toMatch(/^Subject: Lead: Ada Mailed, Provo, Utah \(L-[0-9A-Z]{6}\)\r$/m);
});

test('the office exports its leads for a spreadsheet and for a program', async () => {
  const csv = await runOffice(site.databaseUrl, 'leads', 'export');
  const [head, ...lines] = csv.trim().split('\r\n');
  expect(head).toMatch(/reference.*name.*company.*phone.*email/);
  expect(lines.filter((line) => line.includes('Ada Mailed') && line.includes('Hope Heating'))).toHaveLength(1);

  const leads = JSON.parse(await runOffice(site.databaseUrl, 'leads', 'export', '--format', 'json'));
  expect(leads).toMatchObject([{ name: 'Ada Mailed', location: 'Provo, Utah' }]);
  expect(csv).toContain(leads[0].reference);
});

test('a mail that was given up is listed with its reason, and sent once the office retries it', async ({ page }) => {
  mailServer.refuse('mailbox full');
  await sendLead(page, 'Ada Refused');
  const list = async (...words: string[]) =>
    JSON.parse(await runOffice(site.databaseUrl, 'deliveries', 'list', ...words, '--json'));
  await expect.poll(() => list()).toMatchObject([{ attempts: 1, lastError: expect.stringContaining('mailbox full') }]);

  // The seventh wait is a day long: the clock of this one delivery is moved, the last try is a real one.
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  await client.query('update deliveries set attempts = 7, next_attempt_at = now() where delivered_at is null');
  await client.end();
  await expect.poll(() => list('--dead')).toMatchObject([{ state: 'DEAD', channel: 'mail' }]);

  mailServer.refuse(null);
  expect(await runOffice(site.databaseUrl, 'deliveries', 'retry')).toMatch(/retried\s+1/);
  await mailAbout('Ada Refused');
  await expect.poll(() => list()).toEqual([]);
});

for (const { form, path: address, open, fields, choices = {}, submit, said } of inquiryForms) {
  test(`the ${form} form reaches the office where local forms are delivered`, async ({ page }) => {
    await openHydrated(page, site.address + address);
    if (open) await page.getByRole('button', { name: open }).first().click();
    const place = page.getByRole(open ? 'dialog' : 'main');
    await fillAsAPerson(page, async () => {
      for (const [label, text] of Object.entries(fields)) await place.getByLabel(label, { exact: true }).fill(text);
      for (const [label, value] of Object.entries(choices)) await place.getByLabel(label).selectOption(value);
    });
    await place.getByRole('button', { name: submit }).click();
    await expect(page.getByText(said)).toBeVisible();
    const kept = JSON.parse(await runOffice(site.databaseUrl, 'inquiries', 'export', '--format', 'json'));
    const inquiry = kept.find((row: { form: string }) => row.form === form);
    expect(inquiry).toMatchObject({ form, reference: expect.stringMatching(/^Q-/) });
    expect(await mailAbout(inquiry.reference)).toMatch(/^To: sales@beaconfield\.example\r$/m);
  });
}
