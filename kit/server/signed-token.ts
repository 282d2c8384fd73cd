import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A `KeyObject` signs several times as fast as the bytes of a key do. */
export type TokenKey = Buffer | KeyObject;

interface SignedTokenKind<Payload extends { expires: number }> {
  /** Part of the signed text, so that a token that the same key signed for another purpose is refused. */
  purpose: string;
  /** Checks the payload after the signature. `expires` is in milliseconds since 1970. Zod schemas have this form. */
  schema: { parse(value: unknown): Payload };
}

/** A kind of token. Its payload is readable, protected by a signature, and expires. */
export interface SignedToken<Payload> {
  /** Text for a URL, a cookie or a header, without escapes. @throws for a payload that the schema refuses. */
  create(key: TokenKey, payload: Payload): string;
  /** Null when the token is forged, damaged, of another purpose, expired, or longer than any that is given out. */
  parse(key: TokenKey, token: string, now?: number): Payload | null;
}

/** In characters. Longer tokens are not decoded; cookies and addresses of the site stay far below. */
const maxLength = 2000;

/** Defines a kind of token: `<payload>.<HMAC-SHA256>`, both in base64url. */
export function defineSignedToken<Payload extends { expires: number }>({
  purpose,
  schema,
}: SignedTokenKind<Payload>): SignedToken<Payload> {
  return {
    create(key, payload) {
      const text = Buffer.from(JSON.stringify(schema.parse(payload))).toString('base64url');
      return `${text}.${signText(key, purpose, text)}`;
    },
    parse(key, token, now = Date.now()) {
      if (token.length > maxLength) return null;
      const [text, given, ...rest] = token.split('.');
      if (!text || !given || rest.length > 0 || !isEqual(signText(key, purpose, text), given)) return null;
      try {
        const payload = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
        return payload.expires > now ? payload : null;
      } catch {
        return null;
      }
    },
  };
}

/** Signs a text for one purpose. @returns 43 characters of base64url */
export function signText(key: TokenKey, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares two texts in constant time. */
export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
