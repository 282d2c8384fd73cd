import { lookup } from 'node:dns';
import type { Resolve } from 'kit/server/public-address';
import type { Database } from '../database/database.ts';
import { originOf } from '../submissions/stored-form.ts';
import { type Channel, DeliveryError, type DueDelivery, type EventSource, endpointPrefix } from './channel.ts';
import { type Endpoint, findEndpoint, postEvent } from './post-json.ts';

/**
 * Builds the event of a delivery. Its `type` is the kind of the form and what happened: `lead.created`, `lead.returned` when
 * the office returned it, or `lead.erased` when the person's data were erased.
 */
export function presentEvent(delivery: EventSource) {
  const { id, kind, reference, payload, created_at: createdAt, is_test: isTest, event } = delivery;
  if (event === 'erased') {
    const at = (delivery.purged_at ?? createdAt).toISOString();
    return { type: `${kind}.erased`, timestamp: at, data: { id, reference, isTest, erasedAt: at } };
  }
  if (event === 'returned') {
    const at = (delivery.returned_at ?? createdAt).toISOString();
    const data = { id, reference, isTest, returnedAt: at, reason: delivery.return_reason };
    return { type: `${kind}.returned`, timestamp: at, data };
  }
  return {
    type: `${kind}.created`,
    timestamp: createdAt.toISOString(),
    data: { id, reference, isTest, createdAt: createdAt.toISOString(), ...payload, origin: originOf(delivery) },
  };
}

/** The event's id. It is the same for each attempt, also when the office sends the event again. */
export function eventIdOf(submissionId: string, event: EventSource['event'] = 'created'): string {
  return event === 'created' ? `msg_${submissionId}` : `msg_${submissionId}_${event}`;
}

const width = 10;

/** Posts to an endpoint, which is looked up for each attempt: a new address or secret applies at once. */
export function buildWebhookChannel(
  find: (delivery: DueDelivery) => Promise<Endpoint>,
  allowPrivate: boolean,
  resolve: Resolve = lookup,
): Channel {
  const closing = new AbortController();
  return {
    width,
    deliver: async (delivery) => {
      const event = { id: eventIdOf(delivery.id, delivery.event), body: JSON.stringify(presentEvent(delivery)) };
      await postEvent(await find(delivery), event, { allowPrivate, signal: closing.signal, resolve });
    },
    close: () => closing.abort(),
  };
}

export async function endpointChannels(database: Database): Promise<string[]> {
  const endpoints = await database.run<{ name: string }>('select name from webhook_endpoints');
  return endpoints.map(({ name }) => endpointPrefix + name);
}

export function buildEndpointsChannel(database: Database, allowPrivate: boolean): Channel {
  return buildWebhookChannel(async ({ channel }) => {
    const name = channel.slice(endpointPrefix.length);
    const endpoint = await findEndpoint(database, name);
    if (!endpoint) throw new DeliveryError(`the webhook ${name} was removed`, 'unavailable');
    return endpoint;
  }, allowPrivate);
}
