import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A `KeyObject` signs several times as fast as the bytes of a key do. */
export type TokenKey = Buffer | KeyObject;

interface SignedTokenKind<Payload extends { expires: number }> {
  /** Part of what is signed: keeps a token that the same key made for another purpose from passing. */
  purpose: string;
  /** Checks a payload, also one with a valid signature; `expires` is in milliseconds since 1970. Schemas of Zod have this form. */
  schema: { parse(value: unknown): Payload };
  /** How many characters of the signature are kept, where bytes count: 22 characters are 132 bits. All 43, unless given. */
  signatureLength?: number;
}

/** One kind of token: a payload that anybody can read, nobody can change, and that expires. */
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
  signatureLength,
}: SignedTokenKind<Payload>): SignedToken<Payload> {
  const signatureOf = (key: TokenKey, text: string) => signText(key, purpose, text).slice(0, signatureLength);
  return {
    create(key, payload) {
      const text = Buffer.from(JSON.stringify(schema.parse(payload))).toString('base64url');
      return `${text}.${signatureOf(key, text)}`;
    },
    parse(key, token, now = Date.now()) {
      if (token.length > maxLength) return null;
      const [text, given, ...rest] = token.split('.');
      if (!text || !given || rest.length > 0 || !isEqual(signatureOf(key, text), given)) return null;
      try {
        const payload = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
        return payload.expires > now ? payload : null;
      } catch {
        return null;
      }
    },
  };
}

/** The signature of a text for one purpose, which only a holder of the key can make: 43 characters of base64url. */
export function signText(key: TokenKey, purpose: string, text: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url');
}

/** Compares two texts in a time that does not tell how much of them is equal. */
export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
