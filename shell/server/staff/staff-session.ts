import { hash, randomUUID } from 'node:crypto';
import { defineSignedToken, signText } from 'kit/server/signed-token';
import * as z from 'zod/mini';
import type { StaffMember, StaffTokens } from './staff-tokens.ts';

export const sessionHours = 8;
const lifetime = sessionHours * 3_600_000;

export interface StaffSession extends StaffMember {
  /** The CSRF token, which every form contains. Only pages of this session know it. */
  csrfToken: string;
  /** Identifies the session without revealing its cookie. */
  id: string;
  /** "Log out everywhere" ends all sessions of lower generations. */
  generation: number;
  /** Milliseconds since 1970. */
  ends: number;
}

const sessionToken = defineSignedToken({
  purpose: 'session',
  schema: z.strictObject({
    name: z.string(),
    generation: z.int().check(z.nonnegative()),
    /** Distinguishes two sessions of the same moment. */
    nonce: z.string(),
    expires: z.int(),
  }),
});

/** Creates the signed value of the session cookie. Every shell server with the same tokens accepts it. */
export function createSession(
  { key }: StaffTokens,
  { name, generation }: Pick<StaffSession, 'name' | 'generation'>,
  now = Date.now(),
): string {
  return sessionToken.create(key, { name, generation, nonce: randomUUID(), expires: now + lifetime });
}

/** Gives the session of a cookie, or null when it is forged, has ended, or its person is no longer on the list. */
export function parseSession(tokens: StaffTokens, cookie: string | undefined, now?: number): StaffSession | null {
  const session = sessionToken.parse(tokens.key, cookie ?? '', now);
  const member = session && tokens.named(session.name);
  if (!member) return null;
  const [payload = ''] = (cookie ?? '').split('.');
  const { expires: ends, generation } = session;
  const { name, role } = member;
  const id = hash('sha256', payload).slice(0, 32);
  return { name, role, csrfToken: signText(tokens.key, 'csrf', payload), id, generation, ends };
}
