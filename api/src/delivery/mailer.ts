import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from 'kit/server/make-folder';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';
import { type Channel, DeliveryError, type Fault } from './channel.ts';

export interface Mailer {
  /**
   * Sends a mail. `name` is unique: it names the file if there is no mail server. `signal` cancels the mail unless the server
   * may have accepted it.
   *
   * @throws DeliveryError
   */
  send(mail: SendMailOptions, name: string, signal?: AbortSignal): Promise<void>;
  /** Ends all connections. */
  close(): void;
}

const minute = 60_000;

export const mailWidth = 10;
/** More connections for mails that hang while others are tried. */
const spareConnections = 20;

/**
 * RFC 5321, section 4.5.3.2, in milliseconds: 5 minutes for the greeting, and 10 minutes for the reply after a message, which
 * here apply to every other command, too. A connection may take another minute.
 */
const timeouts = { connectionTimeout: 6 * minute, greetingTimeout: 5 * minute, socketTimeout: 10 * minute };

/** Sends mails through SMTP_URL; without it, writes files into DATA_DIR/mail, which mail programs open. */
export function buildMailer({ smtpUrl, dataDir }: Pick<Settings, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? fileMailer(dataDir) : smtpMailer(smtpUrl);
}

function smtpMailer(smtpUrl: string): Mailer {
  /** The stream of each mail in progress, by Message-ID. It shows whether the server has read any of the mail, or all. */
  const contents = new Map<unknown, Readable>();
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: mailWidth + spareConnections,
    // Nodemailer requeues only mails that have not begun. That happens if the server closes an idle connection.
    maxRequeues: 2,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      const content = read(options);
      contents.set(data.messageId, content);
      return content;
    };
    done();
  });
  return {
    send: async (mail, _name, signal) => {
      const aborting = new AbortController();
      const content = () => contents.get(mail.messageId);
      const abort = () => content()?.readableEnded || aborting.abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        await transport.sendMail({ ...mail, signal: aborting.signal });
      } catch (error) {
        throw toDeliveryError(error, content()?.readableDidRead ?? false);
      } finally {
        contents.delete(mail.messageId);
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => transport.close({ force: true }),
  };
}

/** The path of a mail's file without SMTP_URL. */
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

const findErased = 'select reference from submissions where purged_at is not null and reference = any($1::text[])';

export async function erasedOf(database: Database, references: string[]): Promise<string[]> {
  const rows = await database.run<{ reference: string }>(findErased, [references]);
  return rows.map(({ reference }) => reference);
}

/** Removes a form's mails, including its reply, and leftovers of a killed writer. */
export async function eraseMailFile(dataDir: string, reference: string): Promise<void> {
  const files = [reference, `${reference}-reply`].map((name) => mailFileOf(dataDir, name));
  await Promise.all(files.flatMap((file) => [file, `${file}.part`]).map((file) => rm(file, { force: true })));
}

/**
 * A channel for mail files that leaves no file of a form that was erased during the write. The eraser removes the file
 * after its commit, and this checks after the write, so one of the two sees the other.
 */
export function eraseWithForm<Mail extends Channel>(channel: Mail, database: Database, dataDir: string): Mail {
  const deliver: Channel['deliver'] = async (...args) => {
    await channel.deliver(...args);
    const [{ reference }] = args;
    for (const erased of await erasedOf(database, [reference])) await eraseMailFile(dataDir, erased);
  };
  return { ...channel, deliver };
}

function toDeliveryError(error: unknown, hadBegun: boolean): DeliveryError {
  const smtpError: SmtpError = error instanceof Error ? error : new Error(String(error));
  return new DeliveryError(smtpError.message, faultOf(smtpError, hadBegun));
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Nodemailer's codes for errors of one mail: of its sender, recipient or content. All others are of the connection. */
const mailErrors = ['EENVELOPE', 'EMESSAGE'];

function faultOf({ code = '', command, responseCode = 0 }: SmtpError, hadBegun: boolean): Fault {
  if (!mailErrors.includes(code)) return hadBegun ? 'unclear' : 'unavailable';
  if (responseCode === 0) return 'impossible'; // Nodemailer itself refuses the mail: it is too large, or has no address.
  if (responseCode === 421) return 'unavailable';
  // All mails have the same sender, so a refused sender is the server's fault, unless the size is why (552).
  if (command === 'MAIL FROM' && responseCode !== 552) return 'unavailable';
  if (responseCode === 503) return 'unclear'; // The commands were out of sequence; a new session may work.
  return responseCode >= 500 ? 'impossible' : 'refused';
}
