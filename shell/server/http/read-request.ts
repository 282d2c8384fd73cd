import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/** Reads the body of a request or an answer; null if it is longer than `maxBytes`, which closes the connection. */
export async function readBody(message: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of message) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const noCookies: ReadonlyMap<string, string> = new Map();

/** Reads the cookies of a request (RFC 6265, section 5.4). The first of several with one name counts. */
export function readCookies({ headers }: IncomingMessage): ReadonlyMap<string, string> {
  if (headers.cookie === undefined) return noCookies;
  const cookies = new Map<string, string>();
  for (const pair of headers.cookie.split(';')) {
    const [name = '', ...value] = pair.split('=');
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join('=').trim());
  }
  return cookies;
}

interface CookieOptions {
  name: string;
  value: string;
  path: string;
  sameSite: 'Lax' | 'Strict';
  /** In seconds. 0 removes the cookie. */
  maxAge: number;
  /** True keeps the cookie off plain http. */
  secure: boolean;
}

export function buildCookie({ name, value, path, sameSite, maxAge, secure }: CookieOptions): string {
  const age = Math.floor(maxAge);
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${secure ? '; Secure' : ''}`;
}

/** Returns the address of the request's visitor, or null if a trusted proxy names none. */
export type ReadVisitorAddress = (request: IncomingMessage) => string | null;

/**
 * Creates a reader of visitors' addresses behind trusted proxies, given as a comma-separated list: addresses, networks,
 * `linklocal`, `uniquelocal`, in Express's notation, which the API uses too. Loopback is always trusted. `X-Forwarded-For`
 * from others is ignored.
 * @throws Error with one sentence that names an invalid part of the list.
 */
export function createVisitorAddressReader(trustProxy: string): ReadVisitorAddress {
  const proxies = trustProxy
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
  for (const proxy of proxies) checkProxy(proxy);
  const isProxy = proxyAddr.compile(['loopback', ...proxies]);
  return (request) => {
    const last = proxyAddr.all(request, isProxy).at(-1) ?? '';
    return !ipaddr.isValid(last) || isProxy(last, 0) ? null : ipaddr.process(last).toString();
  };
}

function checkProxy(proxy: string): void {
  try {
    proxyAddr.compile(proxy);
  } catch (cause) {
    const sentence = `TRUST_PROXY: "${proxy}" is no address, like 10.0.0.5, and no network, like 10.0.0.0/8.`;
    throw new Error(sentence, { cause });
  }
}
