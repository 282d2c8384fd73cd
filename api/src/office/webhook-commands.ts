import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { CommandError } from 'kit/server/command-error';
import { deliveryErrorOf } from '../delivery/delivery-error.ts';
import { endpointPrefix, findEndpoint } from '../delivery/endpoint-statements.ts';
import { postEvent } from '../delivery/post-event.ts';
import { isPrivate } from '../delivery/public-lookup.ts';
import { type SubmissionKind, submissionKinds } from '../submissions/kinds.ts';
import { rowsOf } from './rows-of.ts';
import type { Row } from './table.ts';

export interface NewEndpoint {
  name: string;
  url: string;
  kinds: SubmissionKind[] | undefined;
  allowPrivate: boolean;
  by: string;
}

/** From the next form on; what was kept before is sent by "webhooks resend". The secret is shown here and by rotate. */
export async function addEndpoint({ name, url, kinds, allowPrivate, by }: NewEndpoint): Promise<Row[]> {
  checkName(name);
  checkAddress(url, allowPrivate);
  const secret = newSecret();
  const [added] = await rowsOf(
    `with added as (
       insert into webhook_endpoints (name, url, kinds, secret, created_by) values ($name, $url, $kinds, $secret, $by)
       on conflict do nothing returning name
     ), known as (
       insert into delivery_channels (name) select '${endpointPrefix}' || name from added on conflict do nothing
     )
     select name from added`,
    { name, url, kinds: kinds ?? null, secret, by },
  );
  if (!added) throw new CommandError(`There is a webhook ${name} already: remove it first, or take another name.`);
  return [{ name, url, kinds: kinds?.join(', ') ?? 'all', secret }];
}

export function listEndpoints(): Promise<Row[]> {
  return rowsOf(
    `select webhook_endpoints.name, url, coalesce(array_to_string(kinds, ', '), 'all') as kinds,
       case when away_since is null then 'works' else 'AWAY' end as state,
       (select count(*)::int from deliveries where channel = delivery_channels.name and delivered_at is null
         and dead_at is null) as waiting,
       case when previous_until > now() then previous_until end as "oldSecretUntil", last_error as "lastError"
     from webhook_endpoints
     left join delivery_channels on delivery_channels.name = '${endpointPrefix}' || webhook_endpoints.name
     order by 1`,
  );
}

/** A new secret; the old one signs beside it for some hours, so that no event fails while the receiver changes. */
export async function rotateSecret(name: string, hours: number): Promise<Row[]> {
  const secret = newSecret();
  const [rotated] = await rowsOf(
    `update webhook_endpoints set previous_secret = secret, previous_until = now() + make_interval(hours => $hours),
       secret = $secret
     where name = $name returning name, secret, previous_until as "oldSecretUntil"`,
    { name, secret, hours },
  );
  if (!rotated) throw noEndpoint(name);
  return [rotated];
}

/** What still waits for it is dropped with it; the forms themselves stay. */
export async function removeEndpoint(name: string): Promise<Row[]> {
  const [removed] = await rowsOf(
    `with removed as (
       delete from webhook_endpoints where name = $name returning name
     ), dropped as (
       delete from deliveries where channel = (select '${endpointPrefix}' || name from removed) and delivered_at is null
       returning id
     ), forgotten as (
       delete from delivery_channels where name = (select '${endpointPrefix}' || name from removed)
     )
     select name, (select count(*)::int from dropped) as "droppedDeliveries" from removed`,
    { name },
  );
  if (!removed) throw noEndpoint(name);
  return [removed];
}

/** Posts an event of the type `webhook.test` now, from here. */
export async function testEndpoint(name: string, allowPrivate: boolean): Promise<Row[]> {
  const [endpoint] = await rowsOf(findEndpoint.text.replace('$1', '$name'), { name });
  if (!endpoint) throw noEndpoint(name);
  const timestamp = new Date().toISOString();
  const event = {
    id: `msg_${randomUUID()}`,
    body: JSON.stringify({ type: 'webhook.test', timestamp, data: { message: 'A test of this webhook.' } }),
  };
  const target = { url: String(endpoint.url), secrets: endpoint.secrets as string[] }; // As the statement says.
  const begun = performance.now();
  const failure = await postEvent(target, event, { allowPrivate }).then(() => undefined, deliveryErrorOf);
  if (failure) throw new CommandError(`The webhook ${name} did not take the test: ${failure.message}.`, 1);
  return [{ name, taken: true, ms: Math.round(performance.now() - begun), id: event.id }];
}

export interface LogSelection {
  channel: string | undefined;
  reference: string | undefined;
  limit: number;
}

/** Each try of the last 30 days, the newest first. */
export function listTries({ channel, reference, limit }: LogSelection): Promise<Row[]> {
  return rowsOf(
    `select tried_at as "triedAt", reference, channel, outcome, ms, said
     from delivery_tries join deliveries on deliveries.id = delivery_id
     join submissions on submissions.id = submission_id
     where ($channel::text is null or channel = $channel) and ($reference::text is null or reference = $reference)
     order by delivery_tries.id desc limit $limit`,
    { channel: channel ?? null, reference: reference ?? null, limit },
  );
}

/**
 * Sends a form again, to one channel or to all webhooks, under the same `webhook-id`. What an endpoint of now has not
 * got at all is sent, too. Tests and what is in quarantine are not.
 */
export async function resend(reference: string, channel: string | undefined): Promise<Row[]> {
  const [form] = await rowsOf(
    `select id, kind, is_test or quarantine_reason is not null or purged_at is not null as "isHeld"
     from submissions where reference = $reference`,
    { reference },
  );
  if (!form) throw new CommandError(`There is no form with the reference ${reference}.`, 3);
  if (form.isHeld) throw new CommandError(`${reference} is a test, in quarantine or erased: it is not delivered.`, 1);
  const sent = await rowsOf(
    `with wanted as (
       select '${endpointPrefix}' || name as channel from webhook_endpoints
       where kinds is null or $kind = any(kinds)
       union
       select channel from deliveries where submission_id = $id::uuid and channel <> 'mail'
     ), again as (
       update deliveries set delivered_at = null, dead_at = null, attempts = 0, refusals = 0, next_attempt_at = now()
       where submission_id = $id and taken_by is null and channel in (select channel from wanted)
         and ($channel::text is null or channel = $channel)
       returning channel
     ), anew as (
       insert into deliveries (submission_id, channel)
       select $id::uuid, channel from wanted
       where ($channel::text is null or channel = $channel)
         and not exists (select from deliveries known where known.submission_id = $id and known.channel = wanted.channel)
       returning channel
     )
     select $reference::text as reference, channel, 'queued' as state from again
     union all select $reference::text, channel, 'queued' from anew order by 2`,
    { id: form.id, kind: form.kind, channel: channel ?? null, reference },
  );
  if (sent.length === 0) throw new CommandError(`No webhook takes ${reference}: "webhooks list" shows them.`, 1);
  return sent;
}

export const kindNames = Object.keys(submissionKinds) as SubmissionKind[]; // The keys of the object are its type.

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function checkName(name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 60) return;
  throw new CommandError('The name must be at most 60 lower case letters, digits and dashes, like crm-two.');
}

/** Leads are personal data: they go out encrypted. A name that leads to a private address is refused when it is posted to. */
function checkAddress(text: string, allowPrivate: boolean): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') throw new CommandError('The address must not hold a password.');
  if (allowPrivate) return;
  if (url.protocol !== 'https:') throw new CommandError('The address must begin with https://: forms hold personal data.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || (isIP(host) !== 0 && isPrivate(host))) {
    throw new CommandError(`${host} is a private address, and webhooks go to public ones only.`);
  }
}

function noEndpoint(name: string): CommandError {
  return new CommandError(`There is no webhook ${name}: "webhooks list" shows them.`, 3);
}
