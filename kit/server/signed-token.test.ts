/** @jest-environment node */
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { defineSignedToken, isEqual } from './signed-token.ts';

const key = randomBytes(32);
const now = Date.parse('2026-11-20T18:00:00Z');
const schema = z.strictObject({ note: z.string(), expires: z.int() });
const ticket = defineSignedToken({ purpose: 'ticket', schema });
const payload = { note: 'Grüße, "anna"', expires: now + 1000 };

/** A token whose seal is right, whatever it holds. */
function sealed(content: string): string {
  const text = Buffer.from(content).toString('base64url');
  return `${text}.${createHmac('sha256', key).update(`ticket\0${text}`).digest('base64url')}`;
}

describe('a signed token', () => {
  it('gives back what was put in until it expires, by either form of the key', () => {
    const token = ticket.create(key, payload);
    expect(token.split('.')[1]).toHaveLength(43);
    expect(ticket.parse(key, token, payload.expires - 1)).toEqual(payload);
    expect(ticket.parse(createSecretKey(key), token, payload.expires - 1)).toEqual(payload);
    expect(ticket.parse(key, token, payload.expires)).toBeNull();
  });

  it('is nothing once any one character of it was changed, left out or added', () => {
    const token = ticket.create(key, payload);
    const letters = fc.constantFrom('', ...'ABCabc019-_.=+/ ');
    fc.assert(
      fc.property(fc.nat(token.length), letters, fc.nat(1), (place, letter, taken) => {
        const changed = token.slice(0, place) + letter + token.slice(place + taken);
        fc.pre(changed !== token);
        expect(ticket.parse(key, changed, now)).toBeNull();
      }),
      { numRuns: 1000 },
    );
  });

  it('is nothing to another key', () => {
    expect(ticket.parse(randomBytes(32), ticket.create(key, payload), now)).toBeNull();
  });

  it('is nothing, and never throws, whatever else stands there', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(ticket.parse(key, text, now)).toBeNull()));
    for (const text of ['', '.', '..', 'a.', '.a']) expect(ticket.parse(key, text, now)).toBeNull();
  });

  it('is nothing for another purpose, with the same key and the same shape', () => {
    const other = defineSignedToken({ purpose: 'voucher', schema });
    expect(other.parse(key, ticket.create(key, payload), now)).toBeNull();
  });

  it.each([
    ['what the schema refuses', JSON.stringify({ expires: payload.expires })],
    ['no end', JSON.stringify({ note: 'for ever' })],
    ['more than the schema has', JSON.stringify({ ...payload, admin: true })],
    ['no JSON', '{'],
  ])('is nothing when it holds %s, even under a right seal', (_, content) => {
    expect(ticket.parse(key, sealed(JSON.stringify(payload)), now)).toEqual(payload);
    expect(ticket.parse(key, sealed(content), now)).toBeNull();
  });

  it('is nothing when it is longer than any that is given out, even under a right seal', () => {
    const long = sealed(JSON.stringify({ ...payload, note: 'x'.repeat(2000) }));
    expect(ticket.parse(key, long, now)).toBeNull();
  });

  it('cannot be made of what the schema refuses', () => {
    expect(() => ticket.create(key, { ...payload, expires: 0.5 })).toThrow();
  });
});

describe('comparing', () => {
  it('tells texts apart by what they hold, whatever their lengths', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(isEqual(one, other)).toBe(one === other);
        expect(isEqual(one, one)).toBe(true);
      }),
    );
  });
});
