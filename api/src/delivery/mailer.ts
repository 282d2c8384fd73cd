import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from 'kit/server/make-folder';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Settings } from '../settings/settings.ts';

/** Sends a mail. `name` is unique to it: the name of its file where there is no mail server. */
export interface Mailer {
  send(mail: SendMailOptions, name: string): Promise<void>;
  close(): void;
}

/** Mails through SMTP_URL; without one, writes files into DATA_DIR/mail that a mail program opens. */
export function buildMailer({ smtpUrl, dataDir }: Pick<Settings, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? fileMailer(dataDir) : smtpMailer(smtpUrl);
}

function smtpMailer(smtpUrl: string): Mailer {
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
    send: async (mail) => {
      await transport.sendMail(mail);
    },
    close: () => transport.close(),
  };
}

/** Where a mail is when there is no SMTP_URL. */
export function mailFileOf(dataDir: string, name: string): string {
  return join(dataDir, 'mail', `${name}.eml`);
}

function fileMailer(dataDir: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail, name) => {
      const { message } = await transport.sendMail(mail);
      const file = mailFileOf(dataDir, name);
      await makeFolder(dirname(file), 0o700);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    close: () => undefined,
  };
}
