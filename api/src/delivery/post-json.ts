import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { DeliveryError, type Fault } from './channel.ts';

/** Standard Webhooks recommends 15 to 30 s. */
const usualDeadlineMs = 15_000;
/** In seconds. An endpoint that answers 410 is retried, in case that was a mistake. */
const goneSeconds = 3600;

interface Post {
  url: URL;
  body: string;
  headers: Record<string, string>;
  allowPrivate: boolean;
  signal?: AbortSignal;
  /** In milliseconds, until the answer begins. */
  deadlineMs?: number;
  resolve?: Resolve;
}

/**
 * Posts JSON according to Standard Webhooks: not to private addresses, without redirects, within 15 s.
 * @throws DeliveryError unless the answer is 2xx
 */
export async function postJson(post: Post): Promise<void> {
  const response = await send(post);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status <= 299) return;
  const words = `the webhook answered ${status} ${response.statusMessage ?? ''}`.trim();
  throw new DeliveryError(words, faultOf(status), status === 410 ? goneSeconds : retryAfterOf(response.headers));
}

export interface Endpoint {
  url: string;
  /** Each of them signs; there are two during a rotation. */
  secrets: string[];
}

type PostOptions = Pick<Post, 'allowPrivate' | 'signal' | 'resolve'>;

interface PostedEvent {
  id: string;
  body: string;
}

/** Signs an event according to Standard Webhooks: one signature for each secret, so that a receiver may know either. */
export function signedHeaders(secrets: readonly string[], { id, body }: PostedEvent): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}

/**
 * Posts a signed event.
 * @throws DeliveryError unless the answer is 2xx
 */
export async function postEvent({ url, secrets }: Endpoint, event: PostedEvent, options: PostOptions): Promise<void> {
  const headers = { 'User-Agent': 'beaconfield-webhooks', ...signedHeaders(secrets, event) };
  await postJson({ url: new URL(url), body: event.body, headers, ...options });
}

/**
 * What is wrong with the endpoint, its address or its secret is no fault of a form: 3xx, 400 (what many answer to a wrong
 * signature), 401, 403, 404, 405, 408, 410, 425, 429 and 5xx. Unless others get through, all wait for it. Any other 4xx
 * is about this one form, and final.
 */
function faultOf(status: number): Fault {
  const aboutTheForm =
    status >= 400 && status <= 499 && ![400, 401, 403, 404, 405, 408, 410, 425, 429].includes(status);
  return aboutTheForm ? 'impossible' : 'unclear';
}

function send(post: Post): Promise<IncomingMessage> {
  const { url, body, headers, allowPrivate, signal, deadlineMs = usualDeadlineMs, resolve = lookup } = post;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivate(host)) {
    throw new DeliveryError(privateAddress(host).message, 'away');
  }
  const deadline = AbortSignal.timeout(deadlineMs);
  const request: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
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
      const words = deadline.aborted ? `no answer within ${deadlineMs / 1000} s` : error.message;
      reject(new DeliveryError(words, isSent ? 'unclear' : 'away'));
    });
    request.end(body);
  });
}

/** An hour: whoever asks for more is asked again nevertheless. */
const mostSeconds = 3600;

/**
 * The seconds of a `Retry-After` (RFC 9110, section 10.2.3): a number, or a date, which is read by the clock of whoever
 * sent it. 0 when there is none that can be read.
 */
function retryAfterOf({ 'retry-after': value, date }: IncomingHttpHeaders): number {
  if (value === undefined) return 0;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - nowBy(date)) / 1000;
  return Number.isNaN(seconds) ? 0 : Math.min(mostSeconds, Math.max(0, Math.ceil(seconds)));
}

function nowBy(date: string | undefined): number {
  const theirs = Date.parse(date ?? '');
  return Number.isNaN(theirs) ? Date.now() : theirs;
}

/** The addresses of a name, as `dns.lookup` gives all of them. */
export type Resolve = (hostname: string, options: LookupAllOptions, callback: Resolved) => void;
type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Looks once, at the moment of connecting, and connects to what it saw: a name cannot change in between. */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const bad = addresses.find(({ address }) => isPrivate(address));
      const [first] = addresses;
      if (bad || !first) return callback(privateAddress(hostname), '', 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function privateAddress(host: string): NodeJS.ErrnoException {
  return new Error(`${host} is a private address, and webhooks go to public ones only`);
}

const privateRanges = buildPrivateRanges();

export function isPrivate(address: string): boolean {
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function buildPrivateRanges(): BlockList {
  const ranges = new BlockList();
  const v4: [string, number][] = [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ];
  for (const [net, prefix] of v4) {
    ranges.addSubnet(net, prefix, 'ipv4');
    ranges.addSubnet(`::ffff:${net}`, 96 + prefix, 'ipv6');
  }
  const v6: [string, number][] = [
    ['::', 96],
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    // What holds an address of IPv4, which may be a private one: NAT64, Teredo, 6to4.
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
  ];
  for (const [net, prefix] of v6) ranges.addSubnet(net, prefix, 'ipv6');
  return ranges;
}
