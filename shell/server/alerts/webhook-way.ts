import { Webhook } from 'standardwebhooks';
import type { Incident } from '../../platform/index.ts';
import type { AlertWay } from './alert-desk.ts';
import { type AlertSite, messageIdOf, titleOf } from './alert-words.ts';

/** The other side may take so long, in milliseconds (Standard Webhooks: 15 to 30 s). */
const patience = 15_000;
/** What Slack takes of one block, and of the text beside it. */
const longestBlock = 2900;

interface WebhookOptions extends AlertSite {
  url: string;
  /** `whsec_...`: messages are signed as Standard Webhooks has it. */
  secret?: string | undefined;
  /** `slack`: blocks and a button; `json`: the shape of the API's own alarms, whose `text` chat programs show. */
  form: 'json' | 'slack';
}

/** Posts incidents to the operator's webhook. */
export function createWebhookWay({ url, secret, form, ...site }: WebhookOptions): AlertWay {
  const signer = secret ? new Webhook(secret) : null;
  return {
    name: 'webhook',
    send: async (incident, id, signal) => {
      const now = new Date();
      const body = JSON.stringify(form === 'slack' ? inSlackForm(incident, site) : inPlainForm(incident, site));
      const messageId = messageIdOf(id);
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'beaconfield-webhooks',
          'webhook-id': messageId,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          ...(signer && { 'webhook-signature': signer.sign(messageId, now, body) }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    },
  };
}

function inPlainForm(incident: Incident, { brand, roomUrl }: AlertSite) {
  const { kind, remote, at, sentence } = incident;
  return {
    type: 'operator.alarm',
    timestamp: at,
    text: `ALARM: ${brand}: ${titleOf(incident)}. ${sentence}\n${roomUrl}`,
    data: { alarm: remote === null ? kind : `${kind} ${remote}`, raisedAt: at, kind, remote, sentence, room: roomUrl },
  };
}

/** As plain text: what a remote or a browser said is never read as Slack's markup. */
function inSlackForm(incident: Incident, { brand, roomUrl }: AlertSite) {
  const title = `${brand}: ${titleOf(incident)}`;
  const words = incident.sentence.slice(0, longestBlock);
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const button = { type: 'button', text: plain('Open the control room'), url: roomUrl, action_id: 'open-room' };
  return {
    text: `${title}. ${words}`.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    blocks: [
      { type: 'header', text: plain(title.slice(0, 150)) },
      { type: 'section', text: plain(words) },
      { type: 'actions', elements: [button] },
    ],
  };
}
