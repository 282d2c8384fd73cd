import { describe, expect, it } from '@jest/globals';
import { seal } from '../../platform/index.ts';
import { createSession, parseSession, sessionHours } from './staff-session.ts';
import { StaffTokens } from './staff-tokens.ts';

const tokens = new StaffTokens('anna:a-token-of-sixteen-characters');
const now = Date.parse('2026-11-20T18:00:00Z');
const cookie = createSession(tokens, 'anna', now);

/** A cookie whose seal is right, whatever it holds. */
function sealed(content: object): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${seal(tokens.key, 'session', payload)}`;
}

describe('the session of the staff page', () => {
  it('lasts eight hours, and has a word of its own for its forms', () => {
    const session = parseSession(tokens, cookie, now + sessionHours * 3_600_000 - 1);
    expect(session).toEqual({
      name: 'anna',
      role: { kind: 'operate' },
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      started: now,
      ends: now + sessionHours * 3_600_000,
    });
    expect(parseSession(tokens, cookie, now + sessionHours * 3_600_000)).toBeNull();
    const later = parseSession(tokens, createSession(tokens, 'anna', now + 1), now);
    expect(later?.csrfToken).not.toBe(session?.csrfToken);
    expect(parseSession(tokens, createSession(tokens, 'anna', now), now)?.id).not.toBe(session?.id);
  });

  it('given out before tokens had a module of their own goes on, with the forms that were open', () => {
    const earlier = 'eyJuYW1lIjoiYW5uYSIsImV4cGlyZXMiOjE3OTUyMjY0MDAwMDB9.tR7LsgKEUJSer0sPwLWWf6fo04nGzb87NGrf4t12pDg';
    const csrfToken = '4HW3w316b3EBzgbsg51lLd_q1owRBhUEvYMT7fVSe5g';
    expect(parseSession(tokens, earlier, now)).toMatchObject({ name: 'anna', csrfToken });
  });

  it('ends with the token of whoever has left, and with any change of the tokens', () => {
    expect(parseSession(tokens, createSession(tokens, 'ben', now), now)).toBeNull();
    expect(parseSession(new StaffTokens('anna:another-token-of-sixteen'), cookie, now)).toBeNull();
  });

  it.each([
    ['no cookie', undefined],
    ['an empty one', ''],
    ['the word of its forms', parseSession(tokens, cookie, now)?.csrfToken],
    ['more than a payload and its seal', `${cookie}.more`],
    ['a payload without an end', sealed({ name: 'anna' })],
    ['an end that is no number', sealed({ name: 'anna', expires: 'never' })],
    ['more than is given out', sealed({ name: 'anna', expires: now + 1, note: 'x'.repeat(2000) })],
  ])('is nobody for %s, even under a right seal', (_, given) => {
    expect(parseSession(tokens, given, now)).toBeNull();
  });
});
