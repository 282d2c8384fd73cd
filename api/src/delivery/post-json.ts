import { lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPrivate, privateAddressError, publicLookup, type Resolve } from 'kit/server/public-address';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../database/database.ts';
import { DeliveryError, type Fault } from './channel.ts';

/** Standard Webhooks recommends 15 to 30 s. */
const defaultTimeoutMs = 15_000;
/** The retry delay after 410, in seconds. The endpoint is retried in case its answer is a mistake. */
const goneRetrySeconds = 3600;
const maxRetryAfter = 3600;

export interface Endpoint {
  url: string;
  /** Each of them signs; there are two during a rotation. */
  secrets: string[];
}

/** Finds an endpoint that the office or a partner added. After a rotation the previous secret also signs until it expires. */
export async function findEndpoint(database: Database, name: string): Promise<Endpoint | undefined> {
  const [endpoint] = await database.run<Endpoint>(
    `select url, case when previous_until > now() then array[secret, previous_secret] else array[secret] end as secrets
     from webhook_endpoints where name = $1`,
    [name],
  );
  return endpoint;
}

interface PostedEvent {
  id: string;
  body: string;
}

interface PostOptions {
  allowPrivate: boolean;
  signal?: AbortSignal;
  /** The time until the response begins, in milliseconds. */
  timeoutMs?: number;
  resolve?: Resolve;
}

/**
 * Posts an event according to Standard Webhooks: signed, within 15 s, without following redirects, and not to private
 * addresses.
 *
 * @throws DeliveryError unless the answer is 2xx
 */
export async function postEvent(endpoint: Endpoint, event: PostedEvent, options: PostOptions): Promise<void> {
  const response = await send(endpoint, event, options);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status <= 299) return;
  const words = `the webhook answered ${status} ${response.statusMessage ?? ''}`.trim();
  throw new DeliveryError(words, faultOf(status), status === 410 ? goneRetrySeconds : retryAfterOf(response.headers));
}

/** Signs an event according to Standard Webhooks, once with each secret: during a rotation receivers may know either. */
export function signedHeaders(secrets: readonly string[], { id, body }: PostedEvent): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/**
 * Classifies a status. 3xx, 5xx and most of 4xx mean that the endpoint, its address or its secret may be wrong (many answer
 * 400 to a wrong signature). Any other 4xx refuses this one form permanently.
 */
function faultOf(status: number): Fault {
  const refusesForm = status >= 400 && status <= 499 && ![400, 401, 403, 404, 405, 408, 410, 425, 429].includes(status);
  return refusesForm ? 'impossible' : 'unclear';
}

function send(endpoint: Endpoint, event: PostedEvent, options: PostOptions): Promise<IncomingMessage> {
  const { allowPrivate, signal, timeoutMs = defaultTimeoutMs, resolve = lookup } = options;
  const url = new URL(endpoint.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) {
    throw new DeliveryError(privateAddressError(host).message, 'unavailable');
  }
  const timeout = AbortSignal.timeout(timeoutMs);
  const request: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'beaconfield-webhooks',
      ...signedHeaders(endpoint.secrets, event),
      'Content-Length': Buffer.byteLength(event.body),
    },
    agent: false,
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(allowPrivate ? {} : { lookup: publicLookup(resolve) }),
  });
  return new Promise((resolvePost, reject) => {
    let isSent = false;
    request.once('finish', () => {
      isSent = true;
    });
    request.once('response', (response: IncomingMessage) => {
      resolvePost(response);
      response.destroy();
    });
    request.on('error', (error) => {
      const words = timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : error.message;
      reject(new DeliveryError(words, isSent ? 'unclear' : 'unavailable'));
    });
    request.end(event.body);
  });
}

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date by the sender's clock, which its `Date` header shows.
 *
 * @returns the seconds, at most an hour; 0 without a valid value
 */
function retryAfterOf({ 'retry-after': value, date }: IncomingHttpHeaders): number {
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - senderNow(date)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(maxRetryAfter, Math.max(0, Math.ceil(seconds)));
}

function senderNow(date: string | undefined): number {
  const now = Date.parse(date ?? '');
  return Number.isNaN(now) ? Date.now() : now;
}
