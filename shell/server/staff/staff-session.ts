import { createHmac, timingSafeEqual } from 'node:crypto';
import type { StaffTokens } from './staff-tokens.ts';

export const sessionHours = 8;

export interface StaffSession {
  name: string;
  /** Stands in every form; only pages of this session know it. */
  csrfToken: string;
}

/** The value of the session cookie: who and until when, sealed. Every shell server with the same tokens accepts it. */
export function createSession({ key }: StaffTokens, name: string, now = Date.now()): string {
  const payload = Buffer.from(JSON.stringify({ name, expires: now + sessionHours * 3_600_000 })).toString('base64url');
  return `${payload}.${seal(key, 'session', payload)}`;
}

/** The session of a cookie, or null when it is forged, over, or of somebody who has left. */
export function readSession(tokens: StaffTokens, cookie: string | undefined, now = Date.now()): StaffSession | null {
  const [payload = '', given = ''] = (cookie ?? '').split('.');
  if (!isEqual(seal(tokens.key, 'session', payload), given)) return null;
  // The seal says that it is of our own making.
  const { name, expires } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    name: string;
    expires: number;
  };
  if (expires <= now || !tokens.knows(name)) return null;
  return { name, csrfToken: seal(tokens.key, 'csrf', payload) };
}

/** Compares without telling by time how much was right. */
export function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

function seal(key: Buffer, purpose: 'session' | 'csrf', payload: string): string {
  return createHmac('sha256', key).update(`${purpose}\0${payload}`).digest('base64url');
}
