import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { createTransport } from 'nodemailer';
import type { Settings } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import { composeMail } from './compose-mail.ts';

/** Mails the office through SMTP_URL; without one, writes files into DATA_DIR/mail that a mail program opens. */
export function buildMailChannel({ smtpUrl, dataDir, site }: Settings): Channel {
  return smtpUrl === undefined ? fileChannel(dataDir, site) : smtpChannel(smtpUrl, site);
}

function smtpChannel(smtpUrl: string, site: Settings['site']): Channel {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: async (delivery) => {
      await transport.sendMail(composeMail(delivery, site));
    },
    close: () => transport.close(),
  };
}

/** Where the mail of a form is when there is no SMTP_URL. */
export function mailFileOf(dataDir: string, reference: string): string {
  return join(dataDir, 'mail', `${reference}.eml`);
}

function fileChannel(dataDir: string, site: Settings['site']): Channel {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (delivery) => {
      const { message } = await transport.sendMail(composeMail(delivery, site));
      const file = mailFileOf(dataDir, delivery.reference);
      await makeFolder(dirname(file), 0o700);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}
