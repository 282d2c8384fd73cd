import { describe, expect, it } from '@jest/globals';
import { signText } from 'kit/server/signed-token';
import { StaffTokens } from './staff-members.ts';
import { createSession, parseSession, sessionHours } from './staff-session.ts';

const tokens = new StaffTokens('anna:a-token-of-sixteen-characters');
const now = Date.parse('2026-11-20T18:00:00Z');
const cookie = createSession(tokens, { name: 'anna', generation: 3 }, now);

/** What a cookie holds. */
const content = { name: 'anna', generation: 3, nonce: 'x', expires: now + 1 };

/** A cookie whose seal is right, whatever it holds. */
function sealed(content: object): string {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return `${payload}.${signText(tokens.key, 'session', payload)}`;
}

describe('the session of the staff page', () => {
  it('lasts eight hours, and has a word of its own for its forms', () => {
    const session = parseSession(tokens, cookie, now + sessionHours * 3_600_000 - 1);
    expect(session).toEqual({
      name: 'anna',
      role: { kind: 'operate' },
      account: 'token anna',
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      generation: 3,
      ends: now + sessionHours * 3_600_000,
    });
    expect(parseSession(tokens, cookie, now + sessionHours * 3_600_000)).toBeNull();
    const later = parseSession(tokens, createSession(tokens, { name: 'anna', generation: 3 }, now + 1), now);
    expect(later?.csrfToken).not.toBe(session?.csrfToken);
    expect(parseSession(tokens, createSession(tokens, { name: 'anna', generation: 3 }, now), now)?.id).not.toBe(
      session?.id,
    );
  });

  it('ends with the token of whoever has left, and with any change of the tokens', () => {
    expect(parseSession(tokens, createSession(tokens, { name: 'ben', generation: 0 }, now), now)).toBeNull();
    expect(parseSession(new StaffTokens('anna:another-token-of-sixteen'), cookie, now)).toBeNull();
  });

  it.each([
    ['no cookie', undefined],
    ['an empty one', ''],
    ['the word of its forms', parseSession(tokens, cookie, now)?.csrfToken],
    ['more than a payload and its seal', `${cookie}.more`],
    ['a payload without an end', sealed({ ...content, expires: undefined })],
    ['an end that is no number', sealed({ ...content, expires: 'never' })],
    ['a generation that is no number', sealed({ ...content, generation: 'x' })],
    ['more than is given out', sealed({ ...content, note: 'x'.repeat(2000) })],
  ])('is nobody for %s, even under a right seal', (_, given) => {
    expect(parseSession(tokens, sealed(content), now)?.name).toBe('anna');
    expect(parseSession(tokens, given, now)).toBeNull();
  });
});
