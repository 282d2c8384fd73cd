import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { partNamePattern, releaseIdPattern } from 'kit/contracts/release';
import * as z from 'zod/mini';
import { parseJson } from '../storage/text.ts';

/** A key as an object seals several times as fast as its bytes do. */
export type SealingKey = Buffer | KeyObject;

interface SealedTokenKind<Payload extends { expires: number }> {
  /** Part of what is sealed: keeps a token that the same key made for another purpose from passing. */
  purpose: string;
  /** What a payload must be, under a right seal as well; `expires` is in milliseconds since 1970. */
  schema: z.ZodMiniType<Payload>;
  /** How much of the seal is kept, where bytes count: 22 characters are 132 bits. All of it, unless given. */
  sealLength?: number;
}

/** One kind of token: a payload that anybody can read, nobody can change, and that comes to an end. */
export interface SealedToken<Payload> {
  /** Text that stands as it is in a URL, a cookie or a header. @throws for a payload that the schema refuses. */
  create(key: SealingKey, payload: Payload): string;
  /** Null when the token is forged, damaged, of another purpose, over, or longer than any that is given out. */
  parse(key: SealingKey, token: string, now?: number): Payload | null;
}

/** Longer ones are not even decoded; cookies and addresses of ours stay far below. */
const longestToken = 2000;

/** Defines a kind of token: `<payload>.<HMAC-SHA256>`, both in base64url. */
export function defineSealedToken<Payload extends { expires: number }>({
  purpose,
  schema,
  sealLength,
}: SealedTokenKind<Payload>): SealedToken<Payload> {
  const sealOf = (key: SealingKey, text: string) => seal(key, purpose, text).slice(0, sealLength);
  return {
    create(key, payload) {
      const text = Buffer.from(JSON.stringify(schema.parse(payload))).toString('base64url');
      return `${text}.${sealOf(key, text)}`;
    },
    parse(key, token, now = Date.now()) {
      if (token.length > longestToken) return null;
      const [text, given, ...rest] = token.split('.');
      if (!text || !given || rest.length > 0 || !isEqual(sealOf(key, text), given)) return null;
      const payload = parseJson(schema, Buffer.from(text, 'base64url').toString());
      return payload && payload.expires > now ? payload : null;
    },
  };
}

/** What only a holder of the key can make of a text, for one purpose: 43 characters of base64url. */
export function seal(key: SealingKey, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares without telling by time how much was right. */
export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

const previewSchema = z.strictObject({
  /** Release ids only, so that a link can never bring code from elsewhere. */
  releases: z
    .record(z.string().check(z.regex(partNamePattern)), z.string().check(z.regex(releaseIdPattern)))
    .check(z.refine((releases) => Object.keys(releases).length > 0)),
  /** Milliseconds since 1970. */
  expires: z.int().check(z.positive()),
});

/** Shows whoever holds it these releases until it expires; a token that is none gets the visitor the live site. */
export const { create: createPreviewToken, parse: parsePreviewToken } = defineSealedToken({
  purpose: 'preview-1',
  schema: previewSchema,
});
