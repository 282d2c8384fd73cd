import { createTransport } from 'nodemailer';
import type { AlertWay } from './alert-desk.ts';
import { type AlertSite, messageIdOf, titleOf } from './alert-words.ts';

/** A mail server that thinks for longer has not taken it, in milliseconds. */
const patience = 60_000;

interface MailOptions extends AlertSite {
  smtpUrl: string;
  from: string;
  to: string;
  /** Of the site's address, for Message-ID. */
  hostname: string;
}

/** Mails incidents by itself, so that it works while the API is away. */
export function createMailWay({ smtpUrl, from, to, hostname, ...site }: MailOptions): AlertWay {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'mail',
    send: async (incident, id) => {
      await transport.sendMail({
        from: { name: `${site.brand} website`, address: from },
        to,
        subject: `ALARM: ${titleOf(incident)}`,
        // The same for the same incident: a mail program shows what came twice once.
        messageId: `<${messageIdOf(id)}@${hostname}>`,
        text: `${titleOf(incident)}.\n\n${incident.sentence}\n\n${site.roomUrl}\n\nIt happened at ${incident.at}.\n`,
      });
    },
  };
}
