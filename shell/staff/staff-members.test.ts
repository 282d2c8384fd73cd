import { describe, expect, it } from '@jest/globals';
import { StaffTokens } from './staff-members.ts';

const token = 'a-token-of-sixteen-characters';
const another = 'another-token-of-sixteen';

describe('STAFF_TOKENS', () => {
  it.each([
    [`anna:${token}`, { kind: 'operate' }],
    [`anna:${token}:operate`, { kind: 'operate' }],
    [`anna:${token}:read`, { kind: 'read' }],
    [`anna:${token}:office`, { kind: 'office' }],
    [`anna:${token}:own=mf-agents`, { kind: 'own', remotes: ['mf-agents'] }],
    [` ben:${another} , anna:${token}:own=mf-agents+mf-demos`, { kind: 'own', remotes: ['mf-agents', 'mf-demos'] }],
    [`anna:${another}:read,anna:${token}:read`, { kind: 'read' }],
  ])('of %j gives the role %j', (text, role) => {
    expect(new StaffTokens(text).memberOf(token)).toEqual({ name: 'anna', role });
  });

  it('names everybody once, with the role and never with the token', () => {
    const tokens = new StaffTokens(`anna:${token}:read,ben:${another},anna:${another}x:read`);
    const members = [...tokens.members].map((member) => ({ ...member }));
    expect(members).toEqual([
      { name: 'anna', role: { kind: 'read' } },
      { name: 'ben', role: { kind: 'operate' } },
    ]);
  });

  it.each([
    ['anna', 'the pair 1 is not of the form name:token or name:token:role'],
    [`ben:${another},anna`, 'the pair 2 is not'],
    ['anna:short', 'the token of anna is shorter than 16 characters'],
    [
      `anna:${token}:raed`,
      'the role of anna is none of read, office, operate and own=mf-x+mf-y; a token holds no colon',
    ],
    [`anna:${token}:`, 'the role of anna'],
    [`anna:${token}:own=`, 'the role of anna'],
    [`anna:${token}:own=agents`, 'the role of anna'],
    [`anna:${token}:own=mf-agents+`, 'the role of anna'],
    [`anna:${token}:read,anna:${another}`, 'anna has two roles; give each person one'],
  ])('refuses %j in words that hold no token', (text, words) => {
    const refuse = () => new StaffTokens(text);
    expect(refuse).toThrow(`STAFF_TOKENS: ${words}`);
    expect(refuse).not.toThrow(token);
  });

  it.each(['', token.slice(0, -1), `${token}x`, `${token}:read`, 'x'.repeat(8000)])('knows nobody by %j', (given) => {
    expect(new StaffTokens(`anna:${token}`).memberOf(given)).toBeNull();
  });
});
