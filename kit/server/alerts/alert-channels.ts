import { createTransport, type SendMailOptions } from 'nodemailer';
import { Webhook } from 'standardwebhooks';

export interface AlertMessage {
  type: 'alarm' | 'all-clear' | 'quarantine';
  /** The message's id, which is the same for each attempt and each process. */
  id: string;
  /** One line without a period; null for a message that has only `text`. */
  title: string | null;
  text: string;
  /** Time of the alert, ISO 8601, UTC. */
  at: string;
  /** Data for the webhook's consumers. It must contain no personal data. */
  data: Readonly<Record<string, string | number | null>>;
}

export interface AlertChannel {
  /** The channel's name in notes and in the log. */
  name: 'webhook' | 'mail';
  /** @throws Error if the message was not accepted. */
  send(message: AlertMessage, signal: AbortSignal): Promise<void>;
}

export interface AlertSite {
  brand: string;
  from: string;
  /** The hostname in Message-ID. */
  hostname: string;
  /** The page where staff can act; null if the message contains everything. */
  link: string | null;
}

/** Sends a mail. `name` is unique to the mail. Rejects if the server did not accept it. */
export type SendMail = (mail: SendMailOptions, name: string, signal: AbortSignal) => Promise<void>;

/** Timeouts in milliseconds; Standard Webhooks recommends 15 to 30 s. */
const timeouts = { mail: 60_000, webhook: 15_000 };

/** Sends each mail over a new connection to an SMTP server. */
export function sendBySmtp(smtpUrl: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.mail,
    greetingTimeout: timeouts.mail,
    socketTimeout: timeouts.mail,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    await transport.sendMail(mail);
  };
}

/** Mails alerts. It needs no other service of the site, so it works when they are unavailable. */
export function createMailChannel({ to, send, site }: { to: string; send: SendMail; site: AlertSite }): AlertChannel {
  return {
    name: 'mail',
    send: ({ id, title, text, at }, signal) => {
      const parts = [title === null ? [] : `${title}.`, text, site.link ?? [], `It happened at ${at}.`].flat();
      const mail = {
        from: { name: `${site.brand} website`, address: site.from },
        to,
        subject: title ?? text,
        // A mail program shows a repeated mail with the same id once.
        messageId: `<${id}@${site.hostname}>`,
        text: `${parts.join('\n\n')}\n`,
      };
      return send(mail, id, AbortSignal.any([signal, AbortSignal.timeout(timeouts.mail)]));
    },
  };
}

export interface WebhookOptions {
  url: string;
  /** `whsec_...`: the key that signs messages (Standard Webhooks). */
  secret?: string | undefined;
  /** `slack`: blocks and a button. `json`: data and a `text`, which other chat programs show. */
  form: 'json' | 'slack';
  site: AlertSite;
}

export function createWebhookChannel({ url, secret, form, site }: WebhookOptions): AlertChannel {
  const signer = secret ? new Webhook(secret) : null;
  return {
    name: 'webhook',
    send: async (message, signal) => {
      const now = new Date();
      const body = JSON.stringify(form === 'slack' ? inSlackForm(message, site) : inPlainForm(message, site));
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'beaconfield-webhooks',
          'webhook-id': message.id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          ...(signer && { 'webhook-signature': signer.sign(message.id, now, body) }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.webhook)]),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    },
  };
}

function inPlainForm({ type, title, text, at, data }: AlertMessage, { brand, link }: AlertSite) {
  const plainText = [title === null ? [] : `${title}.`, text, link ?? []].flat().join('\n');
  return {
    type: `operator.${type}`,
    timestamp: at,
    text: `${brand}: ${plainText}`,
    data: { ...data, ...(link && { link }) },
  };
}

/** Slack's limit for the text of one block, in characters. */
const maxBlockLength = 2900;

/** Plain text keeps Slack from parsing text of a remote or a browser as markup. */
function inSlackForm({ title, text }: AlertMessage, { brand, link }: AlertSite) {
  const headline = title === null ? brand : `${brand}: ${title}`;
  const plainText = text.slice(0, maxBlockLength);
  const plain = (shown: string) => ({ type: 'plain_text', text: shown, emoji: false });
  const button = { type: 'button', text: plain('Open the control room'), url: link, action_id: 'open-room' };
  return {
    text: `${headline}. ${plainText}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: plain(headline.slice(0, 150)) },
      { type: 'section', text: plain(plainText) },
      ...(link === null ? [] : [{ type: 'actions', elements: [button] }]),
    ],
  };
}
