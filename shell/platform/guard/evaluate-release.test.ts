import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateRelease, guardRule } from './evaluate-release.ts';
import type { ReleaseHealth } from './release-health.ts';

const now = Date.parse('2026-11-20T18:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

/** A hundred views of as many networks, half of which failed, five minutes after the release went live. */
function buildHealth(overrides: Partial<ReleaseHealth> = {}): ReleaseHealth {
  const health = { remote: 'mf-agents', id: '1.1.0-0a1b2c3d', since: minutesAgo(5), views: 100, failures: 50 };
  const networks = { networks: 100, failedNetworks: 50, failedShare: 0.5 };
  return { ...health, ...networks, reasons: {}, unknownViews: 0, unknownFailures: {}, ignored: {}, ...overrides };
}

const failed = (failedNetworks: number, networks = 100) =>
  ({ networks, failedNetworks, failures: failedNetworks, failedShare: failedNetworks / networks }) as const;

const healthy = buildHealth(failed(1));

interface Beside {
  guard?: 'off' | undefined;
  baseline?: ReleaseHealth | null;
}

const evaluate = (health: Partial<ReleaseHealth>, { guard, baseline = healthy }: Beside = {}) =>
  evaluateRelease(buildHealth(health), { guard, baseline, now });

describe('what the guard thinks of a new release', () => {
  it.each<[string, Partial<ReleaseHealth>, Beside, string]>([
    ['half of the networks see it fail', {}, {}, 'failing'],
    ['a tenth of fifty networks does', { views: 50, ...failed(5, 50) }, {}, 'failing'],
    ['a little less than a tenth does', failed(9), {}, 'healthy'],
    ['a tenth failed before as well', failed(20), { baseline: buildHealth(failed(10)) }, 'healthy'],
    ['it is more than three times as bad as before', failed(31), { baseline: buildHealth(failed(10)) }, 'failing'],
    ['nothing is known of before, and a tenth fails', failed(10), { baseline: null }, 'healthy'],
    ['nothing is known of before, and a fifth fails', failed(20), { baseline: null }, 'failing'],
    ['too little is known of before', failed(10), { baseline: buildHealth({ views: 3, ...failed(0, 3) }) }, 'healthy'],
    ['four of twenty networks fail: too few to be no accident', { views: 50, ...failed(4, 20) }, {}, 'healthy'],
    ['all of forty-nine views fail', { views: 49, ...failed(49, 49) }, {}, 'waiting'],
    ['all views of nineteen networks fail', failed(19, 19), {}, 'waiting'],
    ['nobody came', { views: 0, ...failed(0, 1) }, {}, 'waiting'],
    ['it has been live for ten minutes', { since: minutesAgo(10) }, {}, 'failing'],
    ['it has been live for longer', { since: minutesAgo(10.1) }, {}, 'unwatched'],
    ['it goes live in the future', { since: minutesAgo(-1) }, {}, 'unwatched'],
    ['the time is not known', { since: '' }, {}, 'unwatched'],
    ['the guard is off', {}, { guard: 'off' }, 'unwatched'],
  ])('when %s: %j beside %j is %s', (_, health, beside, expected) => {
    expect(evaluate(health, beside).kind).toBe(expected);
  });

  it('says how much it has of what it needs', () => {
    const sentence = 'not enough data yet: 12 of 50 page views, 3 of 20 networks';
    expect(evaluate({ views: 12, ...failed(1, 3) })).toEqual({ kind: 'waiting', sentence, isBlind: false });
  });

  it('says that it cannot evaluate where the proxy names nobody, and where all visitors have the address of one', () => {
    expect(evaluate({ views: 0, ...failed(0, 0), unknownViews: 80 })).toMatchObject({
      sentence: expect.stringContaining('have the proxy set X-Forwarded-For, or the release cannot be evaluated'),
    });
    expect(evaluate({ views: 5, ...failed(0, 1) })).toMatchObject({
      sentence: expect.stringContaining('name it in TRUST_PROXY, or the release cannot be evaluated'),
    });
  });

  it('never depends on more than the share once enough came', () => {
    const { minNetworks, minFailedNetworks, failedShare } = guardRule;
    fc.assert(
      fc.property(
        fc.integer({ min: minNetworks, max: 1e6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (networks, share) => {
          const failing = Math.floor(networks * share);
          const expected = failing >= minFailedNetworks && failing / networks >= failedShare;
          expect(evaluate({ views: Math.max(networks, 50), ...failed(failing, networks) }).kind === 'failing').toBe(
            expected,
          );
        },
      ),
    );
  });
});
