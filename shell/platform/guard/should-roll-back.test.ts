import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Observation, shouldRollBack } from './should-roll-back.ts';

const now = Date.parse('2026-11-20T18:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

function observe(overrides: Partial<Observation> = {}): boolean {
  const observation = { since: minutesAgo(5), guard: undefined, previous: '1.0.0-0a1b2c3d', views: 100, failures: 50 };
  return shouldRollBack({ ...observation, ...overrides }, now);
}

describe('whether a new release is rolled back by itself', () => {
  it.each<[string, Partial<Observation>, boolean]>([
    ['half of its views fail', {}, true],
    ['a tenth of fifty views fails', { views: 50, failures: 5 }, true],
    ['a little less than a tenth fails', { views: 100, failures: 9 }, false],
    ['all of forty-nine views fail', { views: 49, failures: 49 }, false],
    ['nobody came', { views: 0, failures: 0 }, false],
    ['it has been live for ten minutes', { since: minutesAgo(10) }, true],
    ['it has been live for longer', { since: minutesAgo(10.1) }, false],
    ['it goes live in the future', { since: minutesAgo(-1) }, false],
    ['the time is not known', { since: undefined }, false],
    ['the guard is off', { guard: 'off' }, false],
    ['there is nothing to go back to', { previous: null }, false],
  ])('when %s: %j gives %s', (_, overrides, expected) => {
    expect(observe(overrides)).toBe(expected);
  });

  it('never depends on more than the share once enough came', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (views, share) => {
        const failures = Math.floor(views * share);
        expect(observe({ views, failures })).toBe(failures / views >= 0.1);
      }),
    );
  });
});
