import type { SiteConfig } from 'kit/contracts/site-config';
import type { SendMailOptions } from 'nodemailer';
import type { DueDelivery } from '../delivery/delivery-statements.ts';
import { submissionKinds } from '../submissions/kinds.ts';

/**
 * The automatic reply to a visitor. It repeats nothing of what was typed: whoever enters somebody else's address can make us
 * send them these words and no others. Programs that answer mail by themselves leave it alone (RFC 3834, section 5).
 */
export function composeReply({ id, kind, reference }: DueDelivery, to: string, site: SiteConfig): SendMailOptions {
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
