import { hash } from 'node:crypto';
import type { SiteConfig } from 'kit/contracts/site-config';
import { emailPattern } from 'kit/contracts/text-rules';
import { escapeHtml } from 'kit/server/html';
import { networkOf } from 'kit/server/network-of';
import type { SendMailOptions } from 'nodemailer';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';
import { submissionKinds } from '../submissions/kinds.ts';
import { type Line, linesOfRow, oneLine, personOf } from '../submissions/stored-form.ts';
import { type Channel, DeliveryError, type DueDelivery } from './channel.ts';
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

/** In milliseconds; a later reply is useless. */
const freshMs = 24 * 3_600_000;
/** Addresses that only programs use. */
const robots = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|abuse)(?:[+-].*)?@/i;

/**
 * Tells visitors that their form has arrived (AUTORESPONSE). A skipped reply counts as done, and so does one to an address
 * that refuses mail: the form has reached the office, and nothing could be done about the reply.
 */
export function buildReplyChannel(settings: Settings, database: Database): Channel {
  const mailer = buildMailer(settings);
  const own = Object.values(settings.site.mailboxes).map((address) => address.toLowerCase());
  const isReplied = (address: string, { created_at: createdAt }: DueDelivery) =>
    emailPattern.test(address) && !robots.test(address) && !own.includes(address) && Date.now() - +createdAt < freshMs;
  return {
    // One at a time, so that a process counts its replies to a network; each of several processes may exceed the limit by one.
    width: 1,
    deliver: async (delivery, signal) => {
      const address = personOf(delivery.kind, delivery.payload).email.trim().toLowerCase();
      if (!isReplied(address, delivery)) return;
      const network = networkOf(delivery.ip ?? '');
      const claimed = await database.run(claimReply, [hashOf(address), hashOf(network), delivery.delivery_id]);
      if (claimed.length === 0) return;
      const mail = composeReply(delivery, address, settings.site);
      await mailer.send(mail, `${delivery.reference}-reply`, signal).catch((error: unknown) => {
        const isRefused = error instanceof DeliveryError && ['refused', 'impossible'].includes(error.fault);
        if (!isRefused) throw error;
      });
    },
    close: () => mailer.close(),
  };
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** The limit for one network and hour. */
export const repliesOfNetwork = 5;

/**
 * Claims the right to reply to an address ($1): once a day, and a few times per network ($2), across all processes. A
 * repeated attempt of the same delivery ($3) keeps its claim. It also creates the state of the reply channel, so that sites
 * without replies do not show it.
 */
const claimReply = `
    with opened as (insert into delivery_channels (name) values ('reply') on conflict do nothing)
    insert into reply_addresses (address, network, delivery_id)
    select $1::bytea, $2::bytea, $3::bigint
    where (
      select count(*) from reply_addresses
      where network = $2 and replied_at > now() - interval '1 hour' and delivery_id <> $3
    ) < ${repliesOfNetwork}
    on conflict (address) do update set network = excluded.network, delivery_id = excluded.delivery_id, replied_at = now()
      where reply_addresses.replied_at < now() - interval '1 day' or reply_addresses.delivery_id = excluded.delivery_id
    returning delivery_id`;

/**
 * The automatic reply to a visitor. It quotes no input, so that a forged address only ever gets this fixed text. Its
 * headers keep autoresponders from answering (RFC 3834, section 5).
 */
function composeReply({ id, kind, reference }: DueDelivery, to: string, site: SiteConfig): SendMailOptions {
  const { brand, phone, publicOrigin } = site;
  const lines = [
    `Thank you for writing to ${brand}. Your message has arrived. Its reference is ${reference}.`,
    '',
    `We will get back to you. If you would like to add something, answer this mail or call ${phone}, and mention the`,
    'reference.',
    '',
    'If you did not write to us, somebody entered your address by mistake, and there is nothing for you to do.',
    '',
    brand,
    publicOrigin,
  ];
  return {
    from: { name: brand, address: site.mailboxes[submissionKinds[kind].mailbox] },
    to,
    subject: `We have your message (${reference})`,
    messageId: `<${id}.reply@${new URL(publicOrigin).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: lines.join('\n'),
  };
}
