import type { SiteConfig } from 'kit/contracts/site-config';
import { emailPattern } from 'kit/contracts/text-rules';
import { escapeHtml } from 'kit/server/html';
import type { SendMailOptions } from 'nodemailer';
import type { Settings } from '../settings/settings.ts';
import { submissionKinds } from '../submissions/kinds.ts';
import { type Line, linesOfRow, oneLine, personOf } from '../submissions/stored-form.ts';
import type { Channel, DueDelivery } from './channel.ts';
import { buildMailer, mailWidth } from './mailer.ts';

export function buildMailChannel(settings: Settings): Channel {
  const mailer = buildMailer(settings);
  return {
    width: mailWidth,
    deliver: (delivery, signal) => mailer.send(composeMail(delivery, settings.site), delivery.reference, signal),
    close: () => mailer.close(),
  };
}

/** Composes the mail for the office. Its subject is readable on a phone, and a reply goes to the person. */
export function composeMail(delivery: DueDelivery, site: SiteConfig): SendMailOptions {
  const { kind, reference, id, created_at: createdAt } = delivery;
  const { mailTitle, mailbox } = submissionKinds[kind];
  const fields = linesOfRow(delivery);
  const person = senderOf(delivery);
  const title = `${mailTitle} ${reference}`;
  const about = [person.name, person.about].filter((text) => text !== '').join(', ');
  const to = site.mailboxes[mailbox];
  return {
    from: { name: `${site.brand} website`, address: site.mailboxes.officeManager },
    to,
    ...(person.email === '' ? {} : { replyTo: { name: person.name, address: person.email } }),
    subject: shorten(about === '' ? title : `${mailTitle}: ${about} (${reference})`, 120),
    messageId: `<${id}@${new URL(site.publicOrigin).hostname}>`,
    date: createdAt,
    text: [`${title}, ${createdAt.toUTCString()}`, '', ...fields.map(renderLine)].join('\n'),
    html: renderHtml(title, createdAt, fields),
  };
}

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** Quotes a value of several lines, so that none of them looks like another field. */
function renderLine({ label, value }: Line): string {
  const lines = value.split(lineBreak);
  return lines.length === 1 ? `${label}: ${value}` : [`${label}:`, ...lines.map((line) => `> ${line}`)].join('\n');
}

/** The person in the subject and in `Reply-To`. */
function senderOf({ kind, payload }: DueDelivery) {
  const { name, email, about } = personOf(kind, payload);
  const address = shorten(email, 60);
  return { name: shorten(name, 60), about: shorten(about, 60), email: emailPattern.test(address) ? address : '' };
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
