import { hash } from 'node:crypto';
import { emailPattern } from 'kit/contracts/text-rules';
import { networkOf } from 'kit/server/network-of';
import type { Database } from '../database/database.ts';
import type { Channel } from '../delivery/channel.ts';
import { DeliveryError } from '../delivery/delivery-error.ts';
import type { DueDelivery } from '../delivery/delivery-statements.ts';
import { buildMailer } from '../delivery/mailer.ts';
import type { Settings } from '../settings/settings.ts';
import { personOf } from '../submissions/person-of.ts';
import { claimReply, openReplies } from './claim-reply.ts';
import { composeReply } from './compose-reply.ts';

export const replyChannel = 'reply';

/** A reply that comes later than this says nothing any more. */
const freshMs = 24 * 3_600_000;
/** Programs. */
const robots = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|abuse)(?:[+-].*)?@/i;

/**
 * Tells visitors that their form has arrived (AUTORESPONSE). What is not replied to counts as done, and so does an address
 * that refuses mail: the form itself has reached the office, and nobody could do anything about it.
 */
export function buildReplyChannel(settings: Settings, database: Database): Channel {
  const mailer = buildMailer(settings);
  let opened: Promise<unknown> | undefined;
  const own = Object.values(settings.site.mailboxes).map((address) => address.toLowerCase());
  const isReplied = (address: string, { created_at: createdAt }: DueDelivery) =>
    emailPattern.test(address) && !robots.test(address) && !own.includes(address) && Date.now() - +createdAt < freshMs;
  return {
    // One by one, so that a process counts what a network has had; of several processes each may go one beyond.
    width: 1,
    deliver: async (delivery, signal) => {
      const address = personOf(delivery.kind, delivery.payload).email.trim().toLowerCase();
      if (!isReplied(address, delivery)) return;
      opened ??= database.run(openReplies, []).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      await opened;
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
