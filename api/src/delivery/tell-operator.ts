import { hash } from 'node:crypto';
import type { Settings } from '../settings/settings.ts';
import { buildMailer } from './mailer.ts';
import { postJson } from './post-json.ts';

/** What an operator is told: something is wrong, or it is over. */
export interface Notice {
  type: 'alarm' | 'all-clear';
  /** The alarm's name and when it was raised: the same notice again has the same id. */
  name: string;
  raisedAt: Date;
  subject: string;
  text: string;
}

export interface OperatorLine {
  /** @throws when no way out of the house took it */
  tell(notice: Notice, isMailAway: boolean): Promise<void>;
  close(): void;
}

/** A server that thinks for longer is no way to tell of an alarm, when there is another. */
const mailPatienceMs = 60_000;

/** By mail, and by OPERATOR_WEBHOOK_URL when mail is away or refuses it. */
export function buildOperatorLine(settings: Settings): OperatorLine {
  const mailer = buildMailer(settings);
  const closing = new AbortController();
  const { webhookUrl } = settings.operator;
  const byMail = (notice: Notice) => {
    const id = idOf(notice);
    return mailer.send(composeNotice(notice, id, settings), id, AbortSignal.timeout(mailPatienceMs));
  };
  const byWebhook =
    webhookUrl === undefined ? [] : [(notice: Notice) => postNotice(notice, webhookUrl, settings, closing.signal)];
  return {
    tell: async (notice, isMailAway) => {
      const ways = isMailAway ? [...byWebhook, byMail] : [byMail, ...byWebhook];
      const failures: unknown[] = [];
      for (const way of ways) {
        try {
          return await way(notice);
        } catch (error) {
          failures.push(error);
        }
      }
      throw failures[0];
    },
    close: () => {
      closing.abort();
      mailer.close();
    },
  };
}

function idOf({ type, name, raisedAt }: Notice): string {
  const trace = hash('sha256', `${name} ${raisedAt.toISOString()}`).slice(0, 8);
  return `${type}-${name.replaceAll(' ', '-')}-${trace}`;
}

function titleOf({ type, subject }: Notice): string {
  return `${type === 'alarm' ? 'ALARM' : 'All clear'}: ${subject}`;
}

function composeNotice(notice: Notice, id: string, { site, operator }: Settings) {
  return {
    from: { name: `${site.brand} website`, address: site.mailboxes.officeManager },
    to: operator.mail,
    subject: titleOf(notice),
    messageId: `<${id}@${new URL(site.publicOrigin).hostname}>`,
    text: `${titleOf(notice)}.\n\n${notice.text}\n`,
  };
}

function postNotice(notice: Notice, url: string, settings: Settings, signal: AbortSignal): Promise<void> {
  const text = `${titleOf(notice)}.\n${notice.text}`;
  const data = { alarm: notice.name, raisedAt: notice.raisedAt.toISOString() };
  return postToOperator(url, { type: notice.type, text, data }, settings, signal);
}

interface OperatorPost {
  type: Notice['type'] | 'quarantine';
  text: string;
  data: Record<string, string | number>;
}

/** `text` is what chat programs show of an incoming webhook: no personal data may stand in it. */
export function postToOperator(
  url: string,
  { type, text, data }: OperatorPost,
  { site, operator }: Settings,
  signal: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({
    type: `operator.${type}`,
    timestamp: new Date().toISOString(),
    text: `${site.brand}: ${text}`,
    data,
  });
  const headers = { 'User-Agent': 'beaconfield-webhooks' };
  return postJson({ url: new URL(url), body, headers, allowPrivate: operator.allowPrivate, signal });
}
