import type { Settings } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import { composeMail } from './compose-mail.ts';
import { buildMailer, mailWidth } from './mailer.ts';

/** Mails each form to the office. */
export function buildMailChannel(settings: Settings): Channel {
  const mailer = buildMailer(settings);
  return {
    width: mailWidth,
    deliver: (delivery, signal) => mailer.send(composeMail(delivery, settings.site), delivery.reference, signal),
    close: () => mailer.close(),
  };
}
