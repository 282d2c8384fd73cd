import * as z from 'zod/mini';
import { defineSealedToken, seal } from '../../platform/index.ts';
import type { StaffTokens } from './staff-tokens.ts';

export const sessionHours = 8;

export interface StaffSession {
  name: string;
  /** Stands in every form; only pages of this session know it. */
  csrfToken: string;
}

const sessionToken = defineSealedToken({
  purpose: 'session',
  schema: z.strictObject({ name: z.string(), expires: z.int() }),
});

/** The value of the session cookie: who and until when, sealed. Every shell server with the same tokens accepts it. */
export function createSession({ key }: StaffTokens, name: string, now = Date.now()): string {
  return sessionToken.create(key, { name, expires: now + sessionHours * 3_600_000 });
}

/** The session of a cookie, or null when it is forged, over, or of somebody who has left. */
export function parseSession(tokens: StaffTokens, cookie: string | undefined, now?: number): StaffSession | null {
  const session = sessionToken.parse(tokens.key, cookie ?? '', now);
  if (!session || !tokens.knows(session.name)) return null;
  const [payload = ''] = (cookie ?? '').split('.');
  return { name: session.name, csrfToken: seal(tokens.key, 'csrf', payload) };
}
