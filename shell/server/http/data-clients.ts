import { lookup } from 'node:dns';
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { problemContentType } from 'kit/contracts/problem';
import type { RouteAnswer } from 'kit/contracts/route-data';
import { isPrivate, privateAddressError, publicLookup, type Resolve } from 'kit/server/public-address';
import { traced, traceHeaders } from 'kit/server/tracing';
import { readBody } from './read-request.ts';

// The clients that ask for the data of pages. They send nothing of a visitor and follow no redirect, and a slow, unavailable
// or broken server delays a page by no more than the timeout.

interface ClientLimits {
  /** In milliseconds, for the whole answer. */
  timeout?: number;
  /** The largest answer, in bytes. */
  maxBytes?: number;
  /** The maximum of parallel requests to an origin. Further ones are not sent. */
  maxRequests?: number;
}

export type FetchFromApi = (path: string) => Promise<RouteAnswer | null>;

export function createApiClient(
  apiUrl: string,
  { timeout = 300, maxBytes = 16_384, maxRequests = 16 }: ClientLimits = {},
): FetchFromApi {
  const url = new URL(apiUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: maxRequests });
  const ask = createClient({ timeout, maxBytes, maxRequests }, 'GET /api');
  return async (path) => {
    const found = await ask(url, {
      optionsOf: () => ({ agent, path, headers: traceHeaders() }),
      // Only the API writes problem documents. A 404 of a proxy whose API is unavailable does not mean that the object is missing.
      isMissing: (type) => type.startsWith(problemContentType),
    });
    return found?.answer ?? null;
  };
}

interface BackEndLimits extends ClientLimits {
  /** Allows private addresses and http, for development and tests. */
  allowPrivate: boolean;
  resolve?: Resolve;
}

const maxCacheTime = 60_000;

/** The response of a squad's back end, and how long it may be cached, in milliseconds. */
export interface BackEndAnswer {
  answer: RouteAnswer;
  keepFor: number;
}

/** Requests a URL of a squad's back end. Returns null for anything but a complete JSON response within the timeout. */
export type FetchFromBackEnd = (address: string) => Promise<BackEndAnswer | null>;

/** Creates the client for squads' own back ends, which connects to public addresses only. */
export function createBackEndClient({
  allowPrivate,
  timeout = 2000,
  maxBytes = 262_144,
  maxRequests = 8,
  resolve = lookup,
}: BackEndLimits): FetchFromBackEnd {
  const headers = { 'accept-encoding': 'identity', 'user-agent': 'beaconfield-pages' };
  const ask = createClient({ timeout, maxBytes, maxRequests }, 'GET back end');
  return async (address) => {
    const url = new URL(address);
    const found = await ask(url, {
      optionsOf: () => ({ agent: false, headers, ...(!allowPrivate && publicOnly(url, resolve)) }),
      isMissing: (type) => isJson(type) || type.startsWith(problemContentType),
      attributes: { 'server.address': url.hostname },
    });
    return found && { answer: found.answer, keepFor: keptFor(found.cacheControl) };
  };
}

/** Returns the options for a public address. @throws Error for a private address or http */
function publicOnly({ protocol, hostname }: URL, resolve: Resolve) {
  if (protocol !== 'https:') throw new Error('a back end is reached by https alone');
  const host = hostname.replace(/^\[|\]$/g, '');
  // Node calls `lookup` only for names.
  if (isIP(host) !== 0 && isPrivate(host)) throw privateAddressError(host);
  return { lookup: publicLookup(resolve) };
}

/** Reads `max-age` (RFC 9111, section 5.2.2.1) in milliseconds; 0 if another directive forbids shared caches. */
function keptFor(cacheControl = ''): number {
  if (/\b(?:no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const seconds = Number(/(?:^|[,\s])max-age="?(\d+)/i.exec(cacheControl)?.[1] ?? 0);
  return Math.min(maxCacheTime, seconds * 1000);
}

interface Asked {
  optionsOf: () => RequestOptions;
  /** Whether a 404 of this content type means that the object is missing. */
  isMissing: (type: string) => boolean;
  attributes?: Record<string, string>;
}

/** Creates a function that gives null for anything but a complete JSON answer within the limits. */
function createClient({ timeout, maxBytes, maxRequests }: Required<ClientLimits>, span: string) {
  const open = new Map<string, number>();
  return async (url: URL, { optionsOf, isMissing, attributes = {} }: Asked) => {
    const { origin } = url;
    const others = open.get(origin) ?? 0;
    if (others >= maxRequests) return null;
    open.set(origin, others + 1);
    // The signal also closes the connection, so that a hanging server occupies none.
    const signal = AbortSignal.timeout(timeout);
    try {
      return await traced(span, { kind: 'client', attributes }, async () => {
        const answer = await get(url, { ...optionsOf(), signal });
        const { 'content-type': type = '', 'cache-control': cacheControl } = answer.headers;
        const isFound = answer.statusCode === 200 && isJson(type);
        if (!isFound && !(answer.statusCode === 404 && isMissing(type))) {
          answer.destroy();
          return null;
        }
        const bytes = await readBody(answer, maxBytes);
        if (bytes === null) return null;
        const body: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
        return { answer: isFound ? { status: 200 as const, body } : { status: 404 as const }, cacheControl };
      });
    } catch {
      return null;
    } finally {
      const left = (open.get(origin) ?? 1) - 1;
      if (left === 0) open.delete(origin);
      else open.set(origin, left);
    }
  };
}

function isJson(type: string): boolean {
  return /^application\/json\b/.test(type);
}

function get(url: URL, { headers, ...options }: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    request(url, { ...options, headers: { accept: 'application/json', ...headers } })
      .once('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** In milliseconds. */
const readinessTimeout = 2000;

/** Whether the API is ready. A timeout counts as not ready. */
export async function isApiReady(apiUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health/ready', apiUrl), { signal: AbortSignal.timeout(readinessTimeout) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
