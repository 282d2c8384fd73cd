import type { IncomingMessage } from 'node:http';

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
  /** In seconds. 0 removes the cookie; without a value it lasts until the browser is closed. */
  maxAge?: number;
  /** True keeps the cookie off plain http. */
  secure: boolean;
}

/** Builds a Set-Cookie header with HttpOnly. */
export function buildCookie({ name, value, path, sameSite, maxAge, secure }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.floor(maxAge)}`;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}${age}${secure ? '; Secure' : ''}`;
}
