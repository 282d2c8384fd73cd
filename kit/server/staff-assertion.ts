import { createHmac, timingSafeEqual } from 'node:crypto';

// A shell server's request to the API on behalf of a member of the staff. The signature covers the whole request.

const purpose = 'office-1';
/** In milliseconds; covers the duration of a request and clock differences. */
const validForMs = 120_000;

export interface StaffAssertion {
  by: string;
  role: string;
  request: unknown;
}

export function sealAssertion(key: Buffer, assertion: StaffAssertion, now = Date.now()): string {
  const text = Buffer.from(JSON.stringify({ ...assertion, at: now })).toString('base64url');
  return `${text}.${sealOf(key, text).toString('base64url')}`;
}

/** `forged`: signed with another key, or not an assertion. `late`: its time differs too much from now. */
export function openAssertion(key: Buffer, sealed: string, now = Date.now()): StaffAssertion | 'forged' | 'late' {
  const [text = '', seal = '', ...rest] = sealed.split('.');
  const given = Buffer.from(seal, 'base64url');
  const right = sealOf(key, text);
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return 'forged';
  const { at, by, role, request } = JSON.parse(Buffer.from(text, 'base64url').toString());
  return Math.abs(now - at) > validForMs ? 'late' : { by, role, request };
}

function sealOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
}
