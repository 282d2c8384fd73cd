import { lookup } from 'node:dns';
import { Webhook } from 'standardwebhooks';
import { postJson } from './post-json.ts';
import type { Resolve } from './public-lookup.ts';
import type { Endpoint } from './webhook.channel.ts';

export interface PostedEvent {
  id: string;
  body: string;
}

interface Ways {
  allowPrivate: boolean;
  signal?: AbortSignal;
  resolve?: Resolve;
}

/**
 * Posts an event, signed as Standard Webhooks has it: one signature for each secret, so that a receiver may hold either.
 * @throws DeliveryError unless the answer is 2xx
 */
export async function postEvent({ url, secrets }: Endpoint, { id, body }: PostedEvent, ways: Ways): Promise<void> {
  const now = new Date();
  const headers = {
    'User-Agent': 'beaconfield-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
  const { allowPrivate, signal, resolve = lookup } = ways;
  await postJson({ url: new URL(url), body, headers, allowPrivate, ...(signal ? { signal } : {}) }, resolve);
}
