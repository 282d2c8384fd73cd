import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { messages } from 'kit/contracts/text-rules';
import { parseCsv } from '../../api/testing/parse-csv.ts';
import { runOffice } from '../support/office-command.ts';
import { queryDatabase } from '../support/query-database.ts';
import { type RunningSite, startSite } from '../support/site.ts';
import { injections } from './injections.ts';

// Hostile input in the office's tools: mails, the spreadsheet, the terminal. Local forms are delivered too.

const mark = crypto.randomUUID().slice(0, 8);
const email = `ada-${mark}@privacy.example`;
let site: RunningSite;

type Sent = Record<'lead' | 'intake' | 'support' | 'feedback' | 'consultation' | 'sample', string>;
const references: Sent[] = [];

/** Serial, so that the forms of `beforeAll` are sent once. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ request }) => {
  site = await startSite({ configuration: { deliverLocalForms: true } });
  const agent = await (await request.get(`${site.address}/api/ai-agents/by-name/demo-agent`)).json();
  for (const text of injections) {
    references.push({
      lead: await send(request, '/api/leads', {
        ...{ name: text, company: text, phone: '+1 801-555-0173', email, location: text, services: ['repair'] },
      }),
      intake: await send(request, '/api/exotic-car-intake', {
        ...{ fullName: text, businessName: text, phone: '801-555-0173', email, cityState: text, ownsDomain: false },
        vehicles: [{ year: '2024', make: text, model: text, color: text, dailyRate: text, keyFeatures: text }],
        ...{ budget: 'under-1000', additionalNotes: text },
      }),
      support: await send(request, '/api/contact-support', {
        ...{ clientName: text, clientEmail: email, subject: `${text}, please`, message: `${text}, please` },
        ...{ requestType: 'question', agentName: 'demo-agent', agentCode: 'DEMO-ACTIVE' },
      }),
      feedback: await send(request, '/api/agents/demo-agent/feedback', {
        ...{ clientName: text, clientEmail: email, businessName: text, agentSatisfaction: 5, feedbackText: text },
        agentId: agent.id,
      }),
      consultation: await send(request, '/api/inquiries', {
        ...{ form: 'industry-consultation', about: text },
        fields: { name: text, company: text, email, phone: '801-555-0173', message: `${text}, please` },
      }),
      sample: await send(request, '/api/inquiries', {
        ...{ form: 'free-sample', about: email },
        fields: { fullName: text, email: text, phone: text, industry: text, cityState: text },
      }),
    });
  }
});

test.afterAll(() => site?.stop());

const kinds: Record<string, [kind: string, letter: string]> = {
  '/api/leads': ['lead', 'L'],
  '/api/exotic-car-intake': ['intake', 'X'],
  '/api/contact-support': ['support', 'S'],
  '/api/agents/demo-agent/feedback': ['feedback', 'F'],
  '/api/inquiries': ['inquiry', 'Q'],
};

/** Sends a form and returns its reference. The API now refuses line breaks in one-line fields; older forms contain some. */
async function send(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(site.address + path, { data });
  if (answer.status() === 400) {
    expect(await answer.text()).toContain(messages.oneLine);
    return insertOlder(path, data);
  }
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).reference;
}

/** Inserts a form as it was stored and queued before those texts were refused. */
async function insertOlder(path: string, data: object): Promise<string> {
  const [kind, letter] = kinds[path] ?? ['lead', 'L'];
  const reference = `${letter}-${randomBytes(3).toString('hex').toUpperCase()}`;
  await queryDatabase(
    site.databaseUrl,
    `with older as (
       insert into submissions (kind, reference, payload, request_hash) values ($1, $2, $3, '') returning id
     )
     insert into deliveries (submission_id, channel) select id, 'mail' from older`,
    [kind, reference, JSON.stringify(data)],
  );
  return reference;
}

const ourHeaders = [
  ...['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'],
] as const;
const mailboxes: Readonly<Record<keyof Sent, string>> = {
  lead: 'sales',
  intake: 'admin',
  support: 'support',
  feedback: 'office',
  consultation: 'sales',
  sample: 'sales',
};
const ourTags = ['!doctype', 'body', 'br', 'h1', 'html', 'p', 'table', 'td', 'th', 'tr'];

test('a mail goes to the mailbox of its form, its reply to the visitor, and it has only our headers and markup, whatever the form contains', async () => {
  for (const [index, text] of injections.entries()) {
    for (const [kind, reference] of Object.entries(references[index] ?? {})) {
      const { headers, html } = await readMail(reference);
      const names = headers.map(([name]) => name).toSorted();
      // A sample request has no e-mail field, so its mail has no Reply-To.
      const isAnswerable = kind !== 'sample';
      expect(names, text).toEqual(isAnswerable ? ourHeaders : ourHeaders.filter((name) => name !== 'reply-to'));
      const { to, 'reply-to': replyTo } = Object.fromEntries(headers);
      expect(to, text).toBe(`${mailboxes[kind as keyof Sent]}@beaconfield.example`); // the keys of a Sent
      // A quoted or encoded name cannot act as an address.
      const unquoted = replyTo?.replaceAll(/"(?:\\.|[^"\\])*"|=\?UTF-8\?[QB]\?[^?]*\?=/g, '');
      expect(unquoted?.match(/[^\s<>,]+@[^\s<>,]+/g), text).toEqual(isAnswerable ? [email] : undefined);
      const tags = [...html.matchAll(/<\/?([^\s>/]+)/g)].map(([, name = '']) => name);
      expect(
        tags.filter((name) => !ourTags.includes(name)),
        text,
      ).toEqual([]);
      expect(html, text).toContain(email);
    }
  }
});

/** Telephone numbers as the export for Excel writes them. */
const phones: Record<string, string[]> = { leads: ['(+1) 801-555-0173'], intakes: ['801-555-0173'] };

test('an export for Excel keeps every text in its own cell, and none is a formula', async () => {
  const exports = new Map<string, string>();
  for (const [forms, field] of [
    ['leads', 'company'],
    ['intakes', 'businessName'],
    ['support', 'clientName'],
    ['feedback', 'feedbackText'],
    ['inquiries', 'fields.company'],
    ['inquiries', 'fields.cityState'],
  ] as const) {
    const sheet = exports.get(forms) ?? (await runOffice(site.databaseUrl, forms, 'export', '--all'));
    exports.set(forms, sheet);
    const [columns = [], ...records] = parseCsv(sheet.replace(/^\uFEFF/, ''));
    const at = columns.indexOf(field);
    const own = records.filter((record) => record.includes(email) && record[at] !== '');
    expect(own.map((record) => record.length)).toEqual(injections.map(() => columns.length));
    // In locales with a decimal comma, Excel separates columns with a semicolon.
    const cells = own.flat().flatMap((cell) => [cell, ...cell.split(/[;\t\r\n]/)]);
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    expect(new Set(own.map((record) => record[columns.indexOf('phone')]))).toEqual(
      new Set(phones[forms] ?? [undefined]),
    );
    const exported = own.map((record) => record[at]?.replace(/(^|;)'(?=\s*[=+\-@])/g, '$1'));
    expect(exported.toSorted()).toEqual(injections.map((text) => text.trim()).toSorted());
  }
});

test('a list for the terminal has one line for each form and no control sequences', async () => {
  const said = await runOffice(site.databaseUrl, 'leads', 'list', '--all', '--limit', '500');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looking for control characters is what this is for
  expect(said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  const lines = said.trimEnd().split('\n').slice(1);
  expect(lines.filter((line) => !/^L-[0-9A-Z]{6} /.test(line))).toEqual([]);
  expect(lines.filter((line) => references.some(({ lead }) => line.startsWith(lead)))).toHaveLength(injections.length);
});

interface Mail {
  headers: [string, string][];
  html: string;
}

/** Waits for the mail about a form and parses it (RFC 5322): header names in lower case, unfolded values. */
async function readMail(reference: string): Promise<Mail> {
  const file = path.join(site.dataFolder, 'mail', `${reference}.eml`);
  const read = () => readFile(file, 'utf8').catch(() => '');
  await expect.poll(read, `the mail ${reference}`).not.toBe('');
  const mail = await read();
  const head = mail.slice(0, mail.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const html = mail.slice(mail.indexOf('Content-Type: text/html'));
  return { headers, html: decodeQuotedPrintable(html.slice(html.indexOf('\r\n\r\n'), html.lastIndexOf('\r\n--'))) };
}

function decodeQuotedPrintable(text: string): string {
  const character = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16));
  return text.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, character);
}
