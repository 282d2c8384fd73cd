import { type KeyObject, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { defineSealedToken } from '../../platform/index.ts';

/** What a token says of the page view that it was given to. */
const viewSchema = z.strictObject({
  /** Name of the release set. */
  set: z.string(),
  /** The remote whose page it was. */
  remote: z.string(),
  /** Makes the token count once. */
  nonce: z.string(),
  /** The release could not render this page on the server, by a fault of its own. */
  unrendered: z.optional(z.literal(true)),
  /** Milliseconds since 1970. */
  expires: z.int(),
});

export type View = z.infer<typeof viewSchema>;

/** A tab may navigate for a while before a remote fails in it, in milliseconds. */
const validFor = 60 * 60_000;

/** Every page carries one: its seal is as short as is safe. */
const viewToken = defineSealedToken({ purpose: 'view-1', schema: viewSchema, sealLength: 22 });

/** 72 bits: what is drawn twice within the hour that a token lives counts once. */
export function makeNonce(): string {
  return randomBytes(9).toString('base64url');
}

/**
 * Whether the page view of a nonce is one of the share, from 0 to 1, that is measured. By the nonce, which is sealed into the
 * token: a browser cannot choose, and servers of every version read the token.
 */
export function isMeasuredView(nonce: string, share: number): boolean {
  const chance = Buffer.from(nonce, 'base64url');
  return chance.length >= 4 && chance.readUInt32BE() < share * 2 ** 32;
}

/** A token for one page view, bound to its release set: nobody can report more failures than there were views. */
export function createViewToken(
  key: KeyObject,
  { set, remote, unrendered }: Pick<View, 'set' | 'remote' | 'unrendered'>,
  now = Date.now(),
  nonce = makeNonce(),
): string {
  return viewToken.create(key, { set, remote, nonce, ...(unrendered && { unrendered }), expires: now + validFor });
}

/** The view that a token was given to, or null when it is forged, damaged or expired. */
export function parseViewToken(key: KeyObject, token: string, now?: number): View | null {
  return viewToken.parse(key, token, now);
}
