import { isEqual, signText } from './signed-token.ts';

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
  return `${text}.${signText(key, purpose, text)}`;
}

/** `forged`: signed with another key, or not an assertion. `late`: its time differs too much from now. */
export function openAssertion(key: Buffer, sealed: string, now = Date.now()): StaffAssertion | 'forged' | 'late' {
  const [text = '', seal = '', ...rest] = sealed.split('.');
  if (rest.length > 0 || !isEqual(seal, signText(key, purpose, text))) return 'forged';
  const { at, by, role, request } = JSON.parse(Buffer.from(text, 'base64url').toString());
  return Math.abs(now - at) > validForMs ? 'late' : { by, role, request };
}
