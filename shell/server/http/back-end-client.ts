import { lookup } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { problemContentType } from 'kit/contracts/problem';
import type { RouteAnswer } from 'kit/contracts/route-data';
import { isPrivate, privateAddressError, publicLookup, type Resolve } from 'kit/server/public-address';
import { traced } from 'kit/server/tracing';
import { readText } from './api-client.ts';

interface BackEndLimits {
  /** Allows private addresses and http, for development and tests. */
  allowPrivate: boolean;
  /** The timeout for the whole response, in milliseconds. */
  timeout?: number;
  /** The maximum size of a response, in bytes. */
  maxBytes?: number;
  /** The maximum number of concurrent requests to an origin. Further ones are not sent. */
  maxRequests?: number;
  resolve?: Resolve;
}

/** The maximum time for which a response is cached, in milliseconds. */
const maxCacheTime = 60_000;

/** The response of a squad's back end, and how long it may be cached, in milliseconds. */
export interface BackEndAnswer {
  answer: RouteAnswer;
  keepFor: number;
}

/** Requests a URL of a squad's back end. Returns null for anything but a complete JSON response within the timeout. */
export type FetchFromBackEnd = (address: string) => Promise<BackEndAnswer | null>;

/**
 * Creates the server's client for squads' own back ends. It sends no data of visitors, follows no redirects, and connects to public
 * addresses only. A slow, unavailable or broken back end delays a page at most by the timeout.
 */
export function createBackEndClient({
  allowPrivate,
  timeout = 2000,
  maxBytes = 262_144,
  maxRequests = 8,
  resolve = lookup,
}: BackEndLimits): FetchFromBackEnd {
  const open = new Map<string, number>();
  return async (address) => {
    const url = new URL(address);
    const { origin, hostname } = url;
    const others = open.get(origin) ?? 0;
    if (others >= maxRequests) return null;
    open.set(origin, others + 1);
    // The signal also closes the connection of a hanging back end.
    const signal = AbortSignal.timeout(timeout);
    try {
      const attributes = { 'server.address': hostname };
      return await traced('GET back end', { kind: 'client', attributes }, async () => {
        const answer = await get(url, allowPrivate ? { signal } : { signal, ...publicOnly(url, resolve) });
        return await readAnswer(answer, maxBytes);
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

/** Returns the options for a public address. @throws Error for a private address or http */
function publicOnly({ protocol, hostname }: URL, resolve: Resolve) {
  if (protocol !== 'https:') throw new Error('a back end is reached by https alone');
  const host = hostname.replace(/^\[|\]$/g, '');
  // Node calls `lookup` only for names.
  if (isIP(host) !== 0 && isPrivate(host)) throw privateAddressError(host);
  return { lookup: publicLookup(resolve) };
}

function get(url: URL, options: { signal: AbortSignal; lookup?: ReturnType<typeof publicLookup> }) {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'beaconfield-pages' };
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      ...options,
      headers,
      agent: false,
    });
    request.once('response', resolve).on('error', reject).end();
  });
}

async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<BackEndAnswer | null> {
  const { statusCode, headers } = answer;
  const type = headers['content-type'] ?? '';
  const isJson = /^application\/json\b/.test(type);
  const isMissing = statusCode === 404 && (isJson || type.startsWith(problemContentType));
  if (!isMissing && !(statusCode === 200 && isJson)) {
    answer.destroy();
    return null;
  }
  const text = await readText(answer, maxBytes);
  if (text === null) return null;
  const body: unknown = JSON.parse(text);
  return { answer: isMissing ? { status: 404 } : { status: 200, body }, keepFor: keptFor(headers['cache-control']) };
}

/** Reads `max-age` (RFC 9111, section 5.2.2.1) in milliseconds; 0 if another directive forbids shared caches. */
function keptFor(cacheControl = ''): number {
  if (/\b(?:no-store|no-cache|private)\b/i.test(cacheControl)) return 0;
  const seconds = Number(/(?:^|[,\s])max-age="?(\d+)/i.exec(cacheControl)?.[1] ?? 0);
  return Math.min(maxCacheTime, seconds * 1000);
}
