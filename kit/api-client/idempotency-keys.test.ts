/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createIdempotencyKeys, createUuid } from './form-sender.ts';

describe('idempotency keys', () => {
  it('are version 4 UUIDs', () => {
    for (let count = 0; count < 200; count += 1) {
      expect(createUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(new Set(Array.from({ length: 200 }, createUuid)).size).toBe(200);
  });

  it('stay while what is sent stays, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        const keys = createIdempotencyKeys();
        expect(keys.keyFor(structuredClone(body))).toBe(keys.keyFor(body));
      }),
    );
  });

  it('are new after an edit, even when the edit is taken back', () => {
    const keys = createIdempotencyKeys();
    const first = keys.keyFor({ name: 'Ada' });
    const edited = keys.keyFor({ name: 'Ada H.' });
    expect(edited).not.toBe(first);
    expect([first, edited]).not.toContain(keys.keyFor({ name: 'Ada' }));
  });
});
