import { lookup } from 'node:dns';
import { Webhook } from 'standardwebhooks';
import type { Settings } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import type { DueDelivery } from './delivery-statements.ts';
import { postJson } from './post-json.ts';
import type { Resolve } from './public-lookup.ts';

/** What the CRM gets. `type` is `lead.created` and so on; the id is the same with each try. */
export function presentEvent(delivery: DueDelivery) {
  const { id, kind, reference, payload, created_at: createdAt } = delivery;
  return {
    type: `${kind}.created`,
    timestamp: createdAt.toISOString(),
    data: { id, reference, createdAt: createdAt.toISOString(), ...payload },
  };
}

/** Posts to the CRM, signed as Standard Webhooks has it. */
export function buildWebhookChannel(
  { url, secret, allowPrivate }: NonNullable<Settings['webhook']>,
  resolve: Resolve = lookup,
): Channel {
  const signer = new Webhook(secret);
  const closing = new AbortController();
  return {
    width: 10,
    deliver: async (delivery) => {
      const body = JSON.stringify(presentEvent(delivery));
      const id = `msg_${delivery.id}`;
      const now = new Date();
      const headers = {
        'User-Agent': 'beaconfield-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signer.sign(id, now, body),
      };
      await postJson({ url: new URL(url), body, headers, allowPrivate, signal: closing.signal }, resolve);
    },
    close: () => closing.abort(),
  };
}
