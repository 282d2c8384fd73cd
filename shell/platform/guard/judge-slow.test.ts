import { beforeEach, describe, expect, it } from '@jest/globals';
import { abortCanary, startCanary } from '../canary/canary.ts';
import { judgePlan } from '../canary/run-plans.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { openFolderStore } from '../store/open-store.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { countViews } from '../testing/count-views.ts';
import { type MeasuredVitals, VisitCounter, type VisitedRelease } from '../visits/visit-counter.ts';
import { HealthCounter } from './health-counter.ts';
import { judgeSite } from './judge-site.ts';
import { runGuard } from './run-guard.ts';

const anna = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: [] };
let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;
let alarms: string[];

beforeEach(async () => {
  store = openFolderStore(await buildFolder());
  platform = buildPlatform(store);
  alarms = [];
  first = await buildPublished(store);
  second = await buildPublished(store, { version: '1.1.0' });
  await activateRelease(platform, { ...anna, id: first });
});

const guard = () => runGuard(platform, { onSlow: (sentence) => void alarms.push(sentence) });
const current = async () => {
  const { current: entry } = await store.compositions.readCurrent();
  if (!entry) throw new Error('nothing is live');
  return entry;
};

/** Visits of a release, each of these networks with three of them, on a server of its own. */
async function measure(
  release: string,
  vitals: MeasuredVitals,
  { role = 'live', networks = 30 }: { role?: VisitedRelease['role']; networks?: number } = {},
) {
  const counter = new VisitCounter();
  for (let network = 0; network < networks; network += 1) {
    const visit = { remote: 'mf-agents', release, role, page: '/my-agent', set: '1', network: `n${network}` };
    for (let view = 0; view < 3; view += 1) {
      counter.countView(visit, { isFailed: false });
      counter.countVitals(visit, vitals);
    }
  }
  await counter.report(store.visits, `${release}-${role}`);
}

describe('a release that is clearly slower than the one before', () => {
  it('is told, and stays live', async () => {
    await measure(first, { lcp: 1.2, inp: 0.08 });
    await activateRelease(platform, { ...anna, id: second });
    await measure(second, { lcp: 2.2, inp: 0.08 });
    expect(await guard()).toEqual([]);
    expect(alarms).toEqual([
      expect.stringMatching(
        /^mf-agents 1\.1\.0-\w+, the live release, is slow: p75 of LCP is 2\.\d s, 1\.\d s with the release that it is measured by, in \d+ networks\. People decide: "rollback mf-agents", or nothing\.$/,
      ),
    ]);
    expect((await current()).remotes['mf-agents']?.live).toBe(second);
  });

  it('still goes back when it fails as well', async () => {
    await measure(first, { lcp: 1.2 });
    await activateRelease(platform, { ...anna, id: second });
    await measure(second, { lcp: 2.2 });
    await guard();
    const { live = '', since = '' } = (await current()).remotes['mf-agents'] ?? {};
    const health = new HealthCounter();
    countViews(health, { remote: 'mf-agents', id: live, since }, { views: 60, failures: 20 });
    await health.report(store, 'one');
    expect(await guard()).toHaveLength(1);
    expect((await current()).remotes['mf-agents']?.live).toBe(first);
  });

  it('as a canary is measured by the live one of the same hours, by its interactions as well', async () => {
    await measure(first, { lcp: 1.2, inp: 0.08 });
    await startCanary(platform, { ...anna, id: second, percent: 20 });
    await measure(second, { lcp: 1.2, inp: 0.4 }, { role: 'canary' });
    const [verdict] = await judgeSite(store, await current());
    expect(verdict?.canary?.slowness).toMatch(/^p75 of INP is 3\d\d ms, \d\d ms /);
    expect(verdict?.live.slowness).toBeNull();
    // A plan of it stops.
    expect(verdict?.canary && judgePlan(verdict.canary)).toMatchObject({ kind: 'worse', by: 'speed' });
    await abortCanary(platform, { ...anna });
  });

  it.each([
    ['fewer than twenty networks visited it', { lcp: 9 }, { networks: 19 }],
    ['it is slower by what lines vary', { lcp: 1.45 }, {}],
    ['nobody could measure it', {}, {}],
  ])('is not told when %s', async (_, vitals, options) => {
    await measure(first, { lcp: 1.2 });
    await activateRelease(platform, { ...anna, id: second });
    await measure(second, vitals, options);
    await guard();
    expect(alarms).toEqual([]);
  });
});
