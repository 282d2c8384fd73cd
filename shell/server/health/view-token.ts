import { type KeyObject, randomBytes } from 'node:crypto';
import { networkOf } from 'kit/server/network-of';
import { isEqual, signText } from 'kit/server/signed-token';

export interface View {
  set: string;
  remote: string;
  /** Makes the token unique, so that it counts once. */
  nonce: string;
  /** The release failed to render this page on the server, by its own fault. */
  unrendered?: true;
  /** Milliseconds since 1970. */
  expires: number;
}

/** In milliseconds. A tab may navigate for a while before a remote fails in it. */
const validFor = 60 * 60_000;

/** In characters, 132 bits. Every page carries the token, so the signature is as short as is safe. */
const signatureLength = 22;

/** In characters; a longer token is not parsed, because a set names each remote at most once. */
const maxTokenLength = 2000;

/** Does not occur in sets, remotes and base64url. */
const separator = '~';

/** Follows set, remote, nonce and expiry (seconds in base 36) in the token of a page that its release could not render. */
const unrenderedMark = 'unrendered';

const signatureOf = (key: KeyObject, text: string) => signText(key, 'view-2', text).slice(0, signatureLength);

/** The nonce has 72 bits. Two views with the same nonce within an hour would count once. */
export function makeNonce(): string {
  return randomBytes(9).toString('base64url');
}

/**
 * Whether the page view of a nonce is measured, for a share from 0 to 1. The nonce decides, because it is signed with the
 * token and a browser cannot choose it.
 */
export function isMeasuredView(nonce: string, share: number): boolean {
  const chance = Buffer.from(nonce, 'base64url');
  return chance.length >= 4 && chance.readUInt32BE() < share * 2 ** 32;
}

/**
 * Creates the token of one page view. It is bound to a release set, so that nobody can report more failures than there were
 * views. Its fields are plain text, because JSON in base64url would add 72 bytes to headers, which are not compressed.
 */
export function createViewToken(
  key: KeyObject,
  { set, remote, unrendered }: Pick<View, 'set' | 'remote' | 'unrendered'>,
  now = Date.now(),
  nonce = makeNonce(),
): string {
  const expires = Math.ceil((now + validFor) / 1000).toString(36);
  const text = [set, remote, nonce, expires, ...(unrendered ? [unrenderedMark] : [])].join(separator);
  return text + separator + signatureOf(key, text);
}

/** Reads a token. @returns null for a forged, damaged or expired token. */
export function parseViewToken(key: KeyObject, token: string, now = Date.now()): View | null {
  if (token.length > maxTokenLength) return null;
  const end = token.lastIndexOf(separator);
  if (end < 0) return null;
  const text = token.slice(0, end);
  if (!isEqual(signatureOf(key, text), token.slice(end + 1))) return null;
  const [set = '', remote = '', nonce = '', ends = '', mark] = text.split(separator);
  const expires = Number.parseInt(ends, 36) * 1000;
  if (!(expires > now)) return null;
  return { set, remote, nonce, expires, ...(mark === unrenderedMark && { unrendered: true as const }) };
}

/** Identifies a network on all servers alike without storing its address; null for an unknown address. */
export function hashNetwork(key: KeyObject, address: string | null): string | null {
  return address === null ? null : signText(key, 'network-1', networkOf(address)).slice(0, 12);
}
