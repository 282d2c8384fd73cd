import { type KeyObject, randomBytes } from 'node:crypto';
import { networkOf } from 'kit/server/network-of';
import { isEqual, signText } from 'kit/server/signed-token';

/** The page view that a token belongs to. */
export interface View {
  /** Name of the release set. */
  set: string;
  /** The remote whose page it is. */
  remote: string;
  /** Lets the token count once. */
  nonce: string;
  /** The release could not render this page on the server, by a fault of its own. */
  unrendered?: true;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A tab may navigate for a while before a remote fails in it, so a token is valid for this long, in milliseconds. */
const validFor = 60 * 60_000;

/** Every page has a token, so its signature is as short as is safe: 132 bits. */
const signatureLength = 22;

/** A longer token is not even parsed, since a set names no more remotes than there are. */
const maxTokenLength = 2000;

/** Sets, remotes and base64url do not contain it. */
const separator = '~';

/** Follows set, remote, nonce and the end in seconds (base 36) in the token of a page that its release could not render. */
const unrenderedMark = 'unrendered';

const signatureOf = (key: KeyObject, text: string) => signText(key, 'view-2', text).slice(0, signatureLength);

/** The nonce has 72 bits. Two views with the same nonce within an hour would count once. */
export function makeNonce(): string {
  return randomBytes(9).toString('base64url');
}

/**
 * Whether the page view of a nonce belongs to the share, from 0 to 1, that is measured. The nonce decides, since it is signed with the
 * token and a browser cannot choose it.
 */
export function isMeasuredView(nonce: string, share: number): boolean {
  const chance = Buffer.from(nonce, 'base64url');
  return chance.length >= 4 && chance.readUInt32BE() < share * 2 ** 32;
}

/**
 * Creates the token of one page view. It is bound to a release set, so that nobody can report more failures than there were views. It has
 * plain fields, since JSON in base64url would add 72 bytes to headers, which are not compressed.
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

/** Gives the view of a token, or null when the token is forged, damaged or expired. */
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

/** Distinguishes networks on all servers alike, without storing addresses. Gives null for an unknown address. */
export function hashNetwork(key: KeyObject, address: string | null): string | null {
  return address === null ? null : signText(key, 'network-1', networkOf(address)).slice(0, 12);
}
