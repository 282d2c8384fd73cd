import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';

/** What a token says of the page view that it was given to. */
export interface View {
  /** Name of the release set. */
  set: string;
  /** The remote whose page it was. */
  remote: string;
  /** Makes the token count once. */
  nonce: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A tab may navigate for a while before a remote fails in it, in milliseconds. */
const validFor = 60 * 60_000;
const longestToken = 2000;

/** A token for one page view, bound to its release set: nobody can report more failures than there were views. */
export function createViewToken(
  key: KeyObject,
  { set, remote }: Pick<View, 'set' | 'remote'>,
  now = Date.now(),
): string {
  const view: View = { set, remote, nonce: randomUUID(), expires: now + validFor };
  const payload = Buffer.from(JSON.stringify(view)).toString('base64url');
  return `${payload}.${seal(key, payload)}`;
}

/** The view that a token was given to, or null when it is forged, damaged or expired. */
export function parseViewToken(key: KeyObject, token: string, now = Date.now()): View | null {
  if (token.length > longestToken) return null;
  const [payload = '', given = '', ...rest] = token.split('.');
  const sealed = seal(key, payload);
  if (rest.length > 0 || given.length !== sealed.length) return null;
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(sealed))) return null;
  // The seal says that it is of our own making.
  const view = JSON.parse(Buffer.from(payload, 'base64url').toString()) as View;
  return view.expires > now ? view : null;
}

function seal(key: KeyObject, payload: string): string {
  return createHmac('sha256', key).update(`view-1\0${payload}`).digest('base64url').slice(0, 22);
}
