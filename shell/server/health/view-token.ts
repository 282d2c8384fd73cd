import { type KeyObject, randomBytes } from 'node:crypto';
import { isEqual, seal } from '../../platform/index.ts';

/** What a token says of the page view that it was given to. */
export interface View {
  /** Name of the release set. */
  set: string;
  /** The remote whose page it was. */
  remote: string;
  /** Makes the token count once. */
  nonce: string;
  /** The release could not render this page on the server, by a fault of its own. */
  unrendered?: true;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A tab may navigate for a while before a remote fails in it, in milliseconds. */
const validFor = 60 * 60_000;

/** Every page carries one: its seal is as short as is safe, 132 bits. */
const sealLength = 22;

/** Longer ones are not even looked at: a set names no more than the remotes there are. */
const longestToken = 2000;

/** Neither sets, remotes nor base64url have one. */
const separator = '~';

/** Stands behind set, remote, nonce and the end in seconds to the base 36, where there is something to mark. */
const unrenderedMark = 'unrendered';

const sealOf = (key: KeyObject, text: string) => seal(key, 'view', text).slice(0, sealLength);

/** 72 bits: what is drawn twice within the hour that a token lives counts once. */
export function makeNonce(): string {
  return randomBytes(9).toString('base64url');
}

/**
 * Whether the page view of a nonce is one of the share, from 0 to 1, that is measured. By the nonce, which is sealed into the
 * token: a browser cannot choose.
 */
export function isMeasuredView(nonce: string, share: number): boolean {
  const chance = Buffer.from(nonce, 'base64url');
  return chance.length >= 4 && chance.readUInt32BE() < share * 2 ** 32;
}

/**
 * A token for one page view, bound to its release set: nobody can report more failures than there were views. Plain fields,
 * since JSON in base64url is 72 bytes more of the first 14,000, which headers share uncompressed.
 */
export function createViewToken(
  key: KeyObject,
  { set, remote, unrendered }: Pick<View, 'set' | 'remote' | 'unrendered'>,
  now = Date.now(),
  nonce = makeNonce(),
): string {
  const expires = Math.ceil((now + validFor) / 1000).toString(36);
  const text = [set, remote, nonce, expires, ...(unrendered ? [unrenderedMark] : [])].join(separator);
  return text + separator + sealOf(key, text);
}

/** The view that a token was given to, or null when it is forged, damaged or expired. */
export function parseViewToken(key: KeyObject, token: string, now = Date.now()): View | null {
  if (token.length > longestToken) return null;
  const end = token.lastIndexOf(separator);
  if (end < 0) return null;
  const text = token.slice(0, end);
  if (!isEqual(sealOf(key, text), token.slice(end + 1))) return null;
  const [set = '', remote = '', nonce = '', ends = '', mark] = text.split(separator);
  const expires = Number.parseInt(ends, 36) * 1000;
  if (!(expires > now)) return null;
  return { set, remote, nonce, expires, ...(mark === unrenderedMark && { unrendered: true as const }) };
}
