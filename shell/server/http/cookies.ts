import type { IncomingMessage } from 'node:http';

const noCookies: ReadonlyMap<string, string> = new Map();

/** The cookies of a request (RFC 6265, section 5.4); of two with one name the first counts. */
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
  /** Seconds; 0 removes the cookie, unset ends it with the browser. */
  maxAge?: number;
  /** True keeps it from plain http. */
  secure: boolean;
}

/** A Set-Cookie header that scripts cannot read. */
export function buildCookie({ name, value, path, sameSite, maxAge, secure }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.floor(maxAge)}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}${age}${secure ? '; Secure' : ''}`;
}
