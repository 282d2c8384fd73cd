import { lookup } from 'node:dns';
import type { Settings } from '../settings/settings.ts';
import type { Channel } from './channel.ts';
import type { DueDelivery } from './delivery-statements.ts';
import { originOfDelivery } from './origin-of-delivery.ts';
import { postEvent } from './post-event.ts';
import type { Resolve } from './public-lookup.ts';

/**
 * What an endpoint gets. `type` is `lead.created`, `lead.returned` where the office gave it back, or `lead.erased` where
 * somebody's data were erased, and so on.
 */
export function presentEvent(delivery: DueDelivery) {
  const { id, kind, reference, payload, created_at: createdAt, event } = delivery;
  if (event === 'erased') {
    const at = (delivery.purged_at ?? createdAt).toISOString();
    return { type: `${kind}.erased`, timestamp: at, data: { id, reference, erasedAt: at } };
  }
  if (event === 'returned') {
    const at = (delivery.returned_at ?? createdAt).toISOString();
    const data = { id, reference, returnedAt: at, reason: delivery.return_reason };
    return { type: `${kind}.returned`, timestamp: at, data };
  }
  return {
    type: `${kind}.created`,
    timestamp: createdAt.toISOString(),
    data: { id, reference, createdAt: createdAt.toISOString(), ...payload, origin: originOfDelivery(delivery) },
  };
}

/** The same with each try, and when the office sends it again. */
export function eventIdOf(submissionId: string, event: DueDelivery['event'] = 'created'): string {
  return event === 'created' ? `msg_${submissionId}` : `msg_${submissionId}_${event}`;
}

export interface Endpoint {
  url: string;
  /** Each signs; two while one takes the other's place. */
  secrets: string[];
}

const width = 10;

/** Posts to CRM_WEBHOOK_URL. */
export function buildWebhookChannel(
  { allowPrivate, ...endpoint }: NonNullable<Settings['webhook']>,
  resolve: Resolve = lookup,
): Channel {
  return buildEndpointChannel(async () => endpoint, allowPrivate, resolve);
}

/** Posts to an endpoint that is looked up for each try: a new address or secret counts at once. */
export function buildEndpointChannel(
  find: () => Promise<Endpoint>,
  allowPrivate: boolean,
  resolve: Resolve = lookup,
): Channel {
  const closing = new AbortController();
  return {
    width,
    deliver: async (delivery) => {
      const event = { id: eventIdOf(delivery.id, delivery.event), body: JSON.stringify(presentEvent(delivery)) };
      await postEvent(await find(), event, { allowPrivate, signal: closing.signal, resolve });
    },
    close: () => closing.abort(),
  };
}
