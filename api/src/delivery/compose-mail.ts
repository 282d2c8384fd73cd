import type { SiteConfig } from 'kit/contracts/site-config';
import { emailPattern } from 'kit/contracts/text-rules';
import type { SendMailOptions } from 'nodemailer';
import type { SubmissionKind } from '../submissions/kinds.ts';
import type { DueDelivery } from './delivery-statements.ts';

const mailboxes: Record<SubmissionKind, keyof SiteConfig['mailboxes']> = {
  lead: 'sales',
  inquiry: 'sales',
  intake: 'clientAdmin',
  support: 'support',
  feedback: 'officeManager',
};

const titles: Record<SubmissionKind, string> = {
  lead: 'Lead',
  inquiry: 'Inquiry',
  intake: 'Website intake',
  support: 'Support',
  feedback: 'Feedback',
};

/** The mail for the office: a subject that can be read on a phone, and an answer that goes to the person. */
export function composeMail(delivery: DueDelivery, site: SiteConfig): SendMailOptions {
  const { kind, reference, id, created_at: createdAt } = delivery;
  const fields = linesOf(delivery.payload);
  const person = personOf(delivery.payload);
  const title = `${titles[kind]} ${reference}`;
  const about = [person.name, person.place].filter((text) => text !== '').join(', ');
  const to = site.mailboxes[mailboxes[kind]];
  return {
    from: { name: `${site.brand} website`, address: site.mailboxes.officeManager },
    to,
    ...(person.email === '' ? {} : { replyTo: { name: person.name, address: person.email } }),
    subject: shorten(about === '' ? title : `${titles[kind]}: ${about} (${reference})`, 120),
    messageId: `<${id}@${new URL(site.publicOrigin).hostname}>`,
    date: createdAt,
    text: [`${title}, ${createdAt.toUTCString()}`, '', ...fields.map(renderLine)].join('\n'),
    html: renderHtml(title, createdAt, fields),
  };
}

/** Where people may write several lines. All else is one line in the mail, whatever an older form has kept. */
export const multilineFields: ReadonlySet<string> = new Set([
  ...['message', 'comments', 'additionalInformation', 'additionalNotes', 'feedbackText', 'specialRequirements'],
  ...['keyFeatures', 'termsConditions', 'refundPolicy', 'renterRequirements'],
]);

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

interface Line {
  label: string;
  value: string;
}

/** Several lines are quoted, so that none of them looks like a field of its own. */
function renderLine({ label, value }: Line): string {
  const lines = value.split(lineBreak);
  return lines.length === 1 ? `${label}: ${value}` : [`${label}:`, ...lines.map((line) => `> ${line}`)].join('\n');
}

function linesOf(payload: Record<string, unknown>, parent = ''): Line[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const label = parent === '' ? wordsOf(name) : `${parent}, ${wordsOf(name).toLowerCase()}`;
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return listLines(label, value);
    if (typeof value === 'object') return linesOf({ ...value }, label);
    return [{ label, value: multilineFields.has(name) ? String(value) : oneLine(yesOrNo(value)) }];
  });
}

function listLines(label: string, list: unknown[]): Line[] {
  if (list.length === 0) return [];
  if (list.every((entry) => typeof entry !== 'object')) return [{ label, value: oneLine(list.join(', ')) }];
  return list.flatMap((entry, index) => linesOf({ ...(entry as object) }, `${label} ${index + 1}`)); // Else entries are objects.
}

function yesOrNo(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** `monthlyAdBudget` becomes `Monthly ad budget`. */
function wordsOf(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function personOf(payload: Record<string, unknown>) {
  const fields = typeof payload.fields === 'object' && payload.fields !== null ? { ...payload.fields } : payload;
  const values = new Map(Object.entries(fields));
  const first = (...names: string[]) => {
    const found = names.map((name) => values.get(name)).find((value) => typeof value === 'string' && value !== '');
    return shorten(String(found ?? ''), 60);
  };
  const email = first('email', 'clientEmail');
  return {
    name: first('name', 'fullName', 'clientName'),
    place: first('location', 'cityState', 'businessName', 'company', 'companyName', 'subject'),
    email: emailPattern.test(email) ? email : '',
  };
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function shorten(text: string, max: number): string {
  const line = oneLine(text);
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

function renderHtml(title: string, createdAt: Date, fields: Line[]): string {
  const rows = fields.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top">${escapeHtml(label)}</th><td>${value.split(lineBreak).map(escapeHtml).join('<br>')}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><body><h1>${escapeHtml(title)}</h1><p>${createdAt.toUTCString()}</p><table cellpadding="4">${rows.join('')}</table></body></html>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
