import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { releaseFor } from './site-state.ts';

const live = '1.0.0-aaaaaaaa';
const id = '1.1.0-bbbbbbbb';
const visitors = Array.from({ length: 20_000 }, (_, index) => `visitor-${index}`);

describe('the release that a visitor gets', () => {
  it('is the live one without a canary', () => {
    expect(releaseFor('mf-agents', { live }, 'anybody')).toBe(live);
  });

  it.each([1, 5, 10, 33.3, 50, 90, 100])(
    'is the canary for %d percent of 20,000 visitors, give or take a point',
    (percent) => {
      const state = { live, canary: { id, percent } };
      const share = visitors.filter((visitor) => releaseFor('mf-agents', state, visitor) === id).length / 200;
      expect(Math.abs(share - percent)).toBeLessThan(1);
    },
  );

  it('stays the same for the same visitor, and never flips back as the share grows', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        fc.double({ min: 0.1, max: 100, noNaN: true }),
        (visitor, one, other) => {
          const at = (percent: number) => releaseFor('mf-agents', { live, canary: { id, percent } }, visitor);
          const [less, more] = [Math.min(one, other), Math.max(one, other)];
          expect(at(less)).toBe(at(less));
          if (at(less) === id) expect(at(more)).toBe(id);
          expect(at(100)).toBe(id);
        },
      ),
    );
  });

  it('draws other visitors for another remote and another canary', () => {
    const drawn = (remote: string, canary: string) =>
      new Set(
        visitors.filter(
          (visitor) => releaseFor(remote, { live, canary: { id: canary, percent: 10 } }, visitor) === canary,
        ),
      );
    const first = drawn('mf-agents', id);
    for (const other of [drawn('mf-demos', id), drawn('mf-agents', '1.2.0-cccccccc')]) {
      const both = [...first].filter((visitor) => other.has(visitor)).length;
      // By chance a tenth of a tenth.
      expect(both).toBeGreaterThan(140);
      expect(both).toBeLessThan(260);
    }
  });
});
