import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from 'kit/server/make-folder';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Settings } from '../settings/settings.ts';
import { DeliveryError, type Fault } from './channel.ts';

/** Sends a mail. `name` is unique to it: the name of its file where there is no mail server. */
export interface Mailer {
  /**
   * `signal` gives it up as long as the server cannot have taken it.
   * @throws DeliveryError
   */
  send(mail: SendMailOptions, name: string, signal?: AbortSignal): Promise<void>;
  /** Cuts off what is under way. */
  close(): void;
}

const minute = 60_000;

/** How many mails are handed to the server at a time. */
export const mailWidth = 10;
/** Beside those, for connections that wait for a server that hangs while others are tried. */
const spareConnections = 20;

/**
 * How long a server may think (RFC 5321, section 4.5.3.2): 5 minutes for its greeting, after up to a minute to connect,
 * and 10 minutes after the end of a message, which are granted to every other command, too.
 */
const patience = { connectionTimeout: 6 * minute, greetingTimeout: 5 * minute, socketTimeout: 10 * minute };

/** Mails through SMTP_URL; without one, writes files into DATA_DIR/mail that a mail program opens. */
export function buildMailer({ smtpUrl, dataDir }: Pick<Settings, 'smtpUrl' | 'dataDir'>): Mailer {
  return smtpUrl === undefined ? fileMailer(dataDir) : smtpMailer(smtpUrl);
}

function smtpMailer(smtpUrl: string): Mailer {
  /** What is read of each mail as the server takes it, by Message-ID. */
  const contents = new Map<unknown, Readable>();
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: mailWidth + spareConnections,
    // Only what has not begun is queued again: for a connection that the server closed while it was idle.
    maxRequeues: 2,
    ...patience,
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
        throw whyNotMailed(error, content()?.readableDidRead ?? false);
      } finally {
        contents.delete(mail.messageId);
        signal?.removeEventListener('abort', abort);
      }
    },
    close: () => transport.close({ force: true }),
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

/** What nodemailer says of a mail that was not sent, as whose fault it was. */
function whyNotMailed(error: unknown, hadBegun: boolean): DeliveryError {
  const said: SmtpError = error instanceof Error ? error : new Error(String(error));
  return new DeliveryError(said.message, faultOf(said, hadBegun));
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** The codes of what is about one mail: its sender, recipient or content. All others are about the connection. */
const aboutTheMail = ['EENVELOPE', 'EMESSAGE'];

function faultOf({ code = '', command, responseCode = 0 }: SmtpError, hadBegun: boolean): Fault {
  if (!aboutTheMail.includes(code)) return hadBegun ? 'unclear' : 'away';
  if (responseCode === 0) return 'impossible'; // Nodemailer's own refusal: too large, or no address at all.
  if (responseCode === 421) return 'away';
  // Every mail has the same sender; only the size is this one's own.
  if (command === 'MAIL FROM' && responseCode !== 552) return 'away';
  if (responseCode === 503) return 'unclear'; // The session had lost its order; a new one may do.
  return responseCode >= 500 ? 'impossible' : 'refused';
}
