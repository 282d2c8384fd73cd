import { randomBytes, randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { CommandError } from 'kit/server/command-error';
import { isPrivate } from 'kit/server/public-address';
import type { Database } from '../database/database.ts';
import { deliveryErrorOf, endpointPrefix } from '../delivery/channel.ts';
import { findEndpoint, postEvent } from '../delivery/post-json.ts';
import type { SubmissionKind } from '../submissions/kinds.ts';
import type { Row } from './office.ts';
import { checkPartner } from './partner-commands.ts';

/** The names of the endpoints that partners set themselves begin so. */
export const ownPrefix = 'own-';

export interface NewEndpoint {
  name: string;
  url: string;
  kinds: SubmissionKind[] | undefined;
  /** The partner whose forms it receives. Undefined for an endpoint of the office, which receives all forms. */
  partner: string | undefined;
  allowPrivate: boolean;
  by: string;
}

/**
 * Adds an endpoint. It receives new forms only; "deliveries resend" sends earlier ones. Only this answer and that of
 * {@link rotateSecret} contain the secret.
 * @throws CommandError 3 if there is no such partner
 */
export async function addEndpoint(
  database: Database,
  { name, url, kinds, partner, allowPrivate, by }: NewEndpoint,
): Promise<Row[]> {
  checkAddress(url, allowPrivate);
  if (partner !== undefined) await checkPartner(database, partner);
  const secret = newSecret();
  const [added] = await database.run<Row>(
    `with added as (
       insert into webhook_endpoints (name, url, kinds, partner, secret, created_by)
       values ($name, $url, $kinds, $partner, $secret, $by)
       on conflict do nothing returning name
     ), channel as (
       insert into delivery_channels (name) select '${endpointPrefix}' || name from added on conflict do nothing
     )
     select name from added`,
    { name, url, kinds: kinds ?? null, partner: partner ?? null, secret, by },
  );
  if (!added) throw new CommandError(`There is a webhook ${name} already: remove it first, or take another name.`);
  return [
    {
      name,
      owner: partner === undefined ? 'office' : `partner ${partner}`,
      url,
      kinds: kinds?.join(', ') ?? 'all',
      secret,
    },
  ];
}

/** How each endpoint stands: what the last try gave, of an event or of a test. */
export const endpointStates = `
    case when away_since is not null or coalesce(delivery_channels.last_error, failed.last_error) is not null
      then 'unavailable' when succeeded_at is null then 'untried' else 'works' end as state,
    (select count(*)::int from deliveries where channel = delivery_channels.name and delivered_at is null
      and dead_at is null) as waiting,
    case when previous_until > now() then previous_until end as "oldSecretUntil",
    coalesce(delivery_channels.last_error, failed.last_error) as "lastError"
  from webhook_endpoints
  left join delivery_channels on delivery_channels.name = '${endpointPrefix}' || webhook_endpoints.name
  left join lateral (
    select last_error from deliveries
    where channel = delivery_channels.name and delivered_at is null
      and failed_at > coalesce(succeeded_at, '-infinity')
    order by failed_at desc limit 1
  ) as failed on true`;

export function listEndpoints(database: Database): Promise<Row[]> {
  return database.run<Row>(
    `select webhook_endpoints.name, coalesce('partner ' || partner, 'office') as owner, url,
       coalesce(array_to_string(kinds, ', '), 'all') as kinds, ${endpointStates} order by 1`,
  );
}

/** Creates a new secret. Events carry signatures of both secrets for some hours, so that the receiver can switch. */
export async function rotateSecret(database: Database, name: string, hours: number): Promise<Row[]> {
  const secret = newSecret();
  const [rotated] = await database.run<Row>(
    `update webhook_endpoints set previous_secret = secret, previous_until = now() + make_interval(hours => $hours),
       secret = $secret
     where name = $name returning name, secret, previous_until as "oldSecretUntil"`,
    { name, secret, hours },
  );
  if (!rotated) throw noEndpoint(name);
  return [rotated];
}

/** Removes an endpoint with its pending deliveries. The forms stay. */
export async function removeEndpoint(database: Database, name: string): Promise<Row[]> {
  const [removed] = await database.run<Row>(
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

/**
 * Posts an event of the type `webhook.test` immediately, without the queue, and keeps how it went. A channel that is away
 * stays so until one of its events is taken.
 * @throws CommandError 3 if there is no such endpoint
 */
export async function tryEndpoint(database: Database, name: string, allowPrivate: boolean) {
  const endpoint = await findEndpoint(database, name);
  if (!endpoint) throw noEndpoint(name);
  const timestamp = new Date().toISOString();
  const event = {
    id: `msg_${randomUUID()}`,
    body: JSON.stringify({ type: 'webhook.test', timestamp, data: { message: 'A test of this webhook.' } }),
  };
  const begun = performance.now();
  const failure = await postEvent(endpoint, event, { allowPrivate }).then(() => undefined, deliveryErrorOf);
  const ms = Math.round(performance.now() - begun);
  await database.run(
    `update delivery_channels set last_error = coalesce($failure::text, case when away_since is not null then last_error end),
       succeeded_at = case when $failure::text is null then now() else succeeded_at end
     where name = '${endpointPrefix}' || $name::text`,
    { name, failure: failure?.message ?? null },
  );
  return { id: event.id, ms, failure: failure?.message };
}

export async function testEndpoint(database: Database, name: string, allowPrivate: boolean): Promise<Row[]> {
  const { id, ms, failure } = await tryEndpoint(database, name, allowPrivate);
  if (failure !== undefined)
    throw new CommandError(`The webhook ${name} did not accept the test event: ${failure}.`, 1);
  return [{ name, taken: true, ms, id }];
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** For the names that the office chooses. */
export function checkName(name: string): void {
  if (name.startsWith(ownPrefix)) {
    throw new CommandError(
      `The name must not begin with ${ownPrefix}: the endpoints that partners set themselves are called so.`,
    );
  }
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return;
  throw new CommandError('The name must be at most 64 lower case letters, digits and dashes, like crm-two.');
}

/** Requires https, because leads are personal data. A host name is only resolved, and checked again, at each delivery. */
export function checkAddress(text: string, allowPrivate: boolean): void {
  // Parsing an address drops some of them silently.
  if (/[\s\p{Cc}]/u.test(text)) throw new CommandError('The address must not hold spaces or control characters.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new CommandError('The address must begin with https://.');
  if (url.username !== '' || url.password !== '') throw new CommandError('The address must not hold a password.');
  if (allowPrivate) return;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || (isIP(host) !== 0 && isPrivate(host))) {
    throw new CommandError(
      `${host} is a private address, and webhooks go to public ones only: /api/guide#own-machine has a program for a receiver on your own machine.`,
    );
  }
  if (url.protocol !== 'https:')
    throw new CommandError('The address must begin with https://: forms hold personal data.');
}

function noEndpoint(name: string): CommandError {
  return new CommandError(`There is no webhook ${name}: "webhooks list" shows them.`, 3);
}
