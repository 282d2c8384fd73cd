import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createPreviewToken, parsePreviewToken } from './preview-token.ts';

const key = randomBytes(32);
const now = Date.parse('2026-11-20T18:00:00Z');
const preview = { releases: { 'mf-agents': '1.1.0-0a1b2c3d' }, expires: now + 60_000 };
const previews = fc.record({
  releases: fc.dictionary(
    fc.constantFrom('mf-agents', 'mf-demos', 'mf-marketing'),
    fc.stringMatching(/^\d{1,3}\.\d{1,3}\.\d{1,3}-[0-9a-f]{8}$/),
    { minKeys: 1 },
  ),
  expires: fc.integer({ min: now + 1, max: now + 1e9 }),
});

/** A token whose seal is right but whose content is not of our making. */
function seal(content: string): string {
  const payload = Buffer.from(content).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(`preview-1\0${payload}`).digest('base64url')}`;
}

describe('a preview token', () => {
  it('gives back what was put in, until it expires', () => {
    fc.assert(
      fc.property(previews, (given) => {
        const token = createPreviewToken(key, given);
        expect(token).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/);
        expect(parsePreviewToken(key, token, given.expires - 1)).toEqual(given);
        expect(parsePreviewToken(key, token, given.expires)).toBeNull();
      }),
    );
  });

  it('given out before tokens had a module of their own goes on', () => {
    const earlier =
      'eyJyZWxlYXNlcyI6eyJtZi1hZ2VudHMiOiIxLjEuMC0wYTFiMmMzZCJ9LCJleHBpcmVzIjoxNzk1MTk3NjYwMDAwfQ.bx2Omlc5R-RD0TFrV8aVWLa6-BJLDglI8dXgmUJ9kvo';
    expect(parsePreviewToken(Buffer.alloc(32, 7), earlier, now)).toEqual(preview);
  });

  it('is ignored when any one character of it was changed', () => {
    const token = createPreviewToken(key, preview);
    const letters = fc.constantFrom(...'ABCabc019-_.=+/ ');
    fc.assert(
      fc.property(fc.nat(token.length - 1), letters, (place, letter) => {
        fc.pre(token[place] !== letter);
        expect(parsePreviewToken(key, token.slice(0, place) + letter + token.slice(place + 1), now)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('is ignored when it was sealed with another key', () => {
    const forged = createPreviewToken(randomBytes(32), preview);
    expect(parsePreviewToken(key, forged, now)).toBeNull();
  });

  it('is ignored, and never throws, whatever else stands there', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parsePreviewToken(key, text, now)).toBeNull()));
    fc.assert(
      fc.property(fc.base64String(), fc.base64String(), (one, other) =>
        expect(parsePreviewToken(key, `${one}.${other}`, now)).toBeNull(),
      ),
    );
    for (const text of ['', '.', '..', 'a.', '.a', 'x'.repeat(100_000)])
      expect(parsePreviewToken(key, text, now)).toBeNull();
  });

  it.each([
    ['an address in place of a release', { ...preview, releases: { 'mf-agents': 'https://evil.example/x.js' } }],
    ['a path in place of a release', { ...preview, releases: { 'mf-agents': '../../1.0.0-0a1b2c3d' } }],
    ['an unknown kind of remote', { ...preview, releases: { __proto_: '1.0.0-0a1b2c3d' } }],
    ['no releases', { ...preview, releases: {} }],
    ['no end', { releases: preview.releases }],
    ['an end that is no number', { ...preview, expires: 'never' }],
    ['more than a preview', { ...preview, admin: true }],
    ['something that is no object', [preview]],
  ])('is ignored for %s even under a right seal', (_, content) => {
    expect(parsePreviewToken(key, seal(JSON.stringify(preview)), now)).toEqual(preview);
    expect(parsePreviewToken(key, seal(JSON.stringify(content)), now)).toBeNull();
  });

  it('cannot be made for anything but release ids', () => {
    expect(() => createPreviewToken(key, { ...preview, releases: { 'mf-agents': '//evil.example' } })).toThrow();
  });
});
