import { createTransport, type SendMailOptions } from 'nodemailer';
import { Webhook } from 'standardwebhooks';

/** What people are told. */
export interface AlertMessage {
  type: 'alarm' | 'all-clear' | 'quarantine';
  /** The same for the same message, whichever process sends it and however often. */
  id: string;
  /** One line without a full stop; null for a message of `text` alone. */
  title: string | null;
  text: string;
  /** When it happened, ISO 8601, UTC. */
  at: string;
  /** For programs that read the webhook. No personal data may stand in it. */
  data: Readonly<Record<string, string | number | null>>;
}

/** A way to people. */
export interface AlertChannel {
  /** Its name in notes and in the log. */
  name: 'webhook' | 'mail';
  /** @throws Error when nobody took it */
  send(message: AlertMessage, signal: AbortSignal): Promise<void>;
}

export interface AlertSite {
  brand: string;
  /** The address that mails come from. */
  from: string;
  /** Of the site's address, for Message-ID. */
  hostname: string;
  /** Where staff look and decide; null where messages say it themselves. */
  link: string | null;
}

/** `name` is unique to the mail. Rejects when the server did not take it. */
export type SendMail = (mail: SendMailOptions, name: string, signal: AbortSignal) => Promise<void>;

/** How long a mail server and a webhook may take, in milliseconds (Standard Webhooks: 15 to 30 s). */
const timeouts = { mail: 60_000, webhook: 15_000 };

/** Sends mails through an SMTP server, a connection for each. */
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

/** Mails alerts by itself, so that it works whatever else is down. */
export function createMailChannel({ to, send, site }: { to: string; send: SendMail; site: AlertSite }): AlertChannel {
  return {
    name: 'mail',
    send: ({ id, title, text, at }, signal) => {
      const parts = [title === null ? [] : `${title}.`, text, site.link ?? [], `It happened at ${at}.`].flat();
      const mail = {
        from: { name: `${site.brand} website`, address: site.from },
        to,
        subject: title ?? text,
        // The same for the same message: a mail program shows what came twice once.
        messageId: `<${id}@${site.hostname}>`,
        text: `${parts.join('\n\n')}\n`,
      };
      return send(mail, id, AbortSignal.any([signal, AbortSignal.timeout(timeouts.mail)]));
    },
  };
}

export interface WebhookOptions {
  url: string;
  /** `whsec_...`: messages are signed as Standard Webhooks has it. */
  secret?: string | undefined;
  /** `slack`: blocks and a button; `json`: a `text`, which other chat programs show, and data. */
  form: 'json' | 'slack';
  site: AlertSite;
}

/** Posts alerts to the operator's webhook. */
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
  const words = [title === null ? [] : `${title}.`, text, link ?? []].flat().join('\n');
  return {
    type: `operator.${type}`,
    timestamp: at,
    text: `${brand}: ${words}`,
    data: { ...data, ...(link && { link }) },
  };
}

/** What Slack takes of one block, and of the text beside it. */
const longestBlock = 2900;

/** As plain text: what a remote or a browser said is never read as Slack's markup. */
function inSlackForm({ title, text }: AlertMessage, { brand, link }: AlertSite) {
  const headline = title === null ? brand : `${brand}: ${title}`;
  const words = text.slice(0, longestBlock);
  const plain = (shown: string) => ({ type: 'plain_text', text: shown, emoji: false });
  const button = { type: 'button', text: plain('Open the control room'), url: link, action_id: 'open-room' };
  return {
    text: `${headline}. ${words}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: plain(headline.slice(0, 150)) },
      { type: 'section', text: plain(words) },
      ...(link === null ? [] : [{ type: 'actions', elements: [button] }]),
    ],
  };
}
