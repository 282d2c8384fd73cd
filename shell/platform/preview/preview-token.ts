import { createHmac, timingSafeEqual } from 'node:crypto';
import { releaseIdPattern, remoteNamePattern } from 'kit/contracts/release';
import * as z from 'zod/mini';

const previewSchema = z.strictObject({
  /** Release ids only, so that a link can never bring code from elsewhere. */
  releases: z
    .record(z.string().check(z.regex(remoteNamePattern)), z.string().check(z.regex(releaseIdPattern)))
    .check(z.refine((releases) => Object.keys(releases).length > 0)),
  /** Milliseconds since 1970. */
  expires: z.int().check(z.positive()),
});

export type Preview = z.infer<typeof previewSchema>;

/** Longer ones are not even decoded. */
const longestToken = 2000;

/** A token that shows whoever holds it these releases until it expires; it stands in a URL as it is. */
export function createPreviewToken(key: Buffer, preview: Preview): string {
  const payload = Buffer.from(JSON.stringify(z.parse(previewSchema, preview))).toString('base64url');
  return `${payload}.${seal(key, payload).toString('base64url')}`;
}

/** What a token shows, or null when it is forged, damaged or expired: the visitor then gets the live site. */
export function parsePreviewToken(key: Buffer, token: string, now: number = Date.now()): Preview | null {
  if (token.length > longestToken) return null;
  const [payload, given, ...rest] = token.split('.');
  if (!payload || !given || rest.length > 0) return null;
  const sealed = seal(key, payload).toString('base64url');
  if (given.length !== sealed.length || !timingSafeEqual(Buffer.from(given), Buffer.from(sealed))) return null;
  const preview = parsePayload(payload);
  return preview && preview.expires > now ? preview : null;
}

function parsePayload(payload: string): Preview | null {
  try {
    return z.parse(previewSchema, JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** The prefix keeps a seal made for another purpose with the same key from passing here. */
function seal(key: Buffer, payload: string): Buffer {
  return createHmac('sha256', key).update(`preview-1\0${payload}`).digest();
}
