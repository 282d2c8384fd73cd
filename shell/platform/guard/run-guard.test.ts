import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, rollbackRelease, startCanary } from '../acts/acts.ts';
import { signHash } from '../keys/keys.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { Revision } from '../log/revision.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, copiesOf, ofDemos } from '../testing/build-published-site.ts';
import { buildPublishedSmallShell } from '../testing/build-shell-dist.ts';
import { grantNewKey } from '../testing/build-switched-site.ts';
import { countViews } from '../testing/count-views.ts';
import { readNewest } from '../testing/read-switches.ts';
import { evaluateSite, removeStaleReports } from './evaluate-site.ts';
import { readHealth } from './release-health.ts';
import { runGuard } from './run-guard.ts';
import { HealthCounter, type WatchedRelease } from './view-counts.ts';

let dataDir: string;
let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;
let alarms: string[];

const copySite = copiesOf(async (site) => {
  const releases = { first: await buildPublished(site.store) };
  await activateRelease(site.platform, { ...anna, id: releases.first });
  return { ...releases, second: await buildPublished(site.store, { version: '1.1.0' }) };
});

beforeEach(async () => {
  ({ dataDir, store, platform, first, second } = await copySite());
  alarms = [];
  await report('before', { views: 100, failures: 1 });
});

const state = async (remote = 'mf-agents') => (await readNewest(store))?.remotes[remote];
/** What is said with each look is listed once. */
const hear = (sentences: string[]) => (sentence: string) => {
  if (!sentences.includes(sentence)) sentences.push(sentence);
};
const guard = (now = Date.now()) => runGuard(platform, { onAlarm: hear(alarms) }, { now });

async function liveRelease(remote = 'mf-agents'): Promise<WatchedRelease> {
  const { live = '', since = '' } = (await state(remote)) ?? {};
  return { remote, id: live, since };
}

type Seen = Parameters<typeof countViews>[2] & { release?: WatchedRelease };

async function report(server: string, { release, ...seen }: Seen) {
  const counter = new HealthCounter();
  countViews(counter, release ?? (await liveRelease()), seen);
  await counter.report(store, server);
}

/** A remote of its own with a release live, and a newer one live since just now if asked for. */
async function addDemos({ isNew }: { isNew: boolean }): Promise<void> {
  for (const version of isNew ? ['1.0.0', '1.1.0'] : ['1.0.0']) {
    const id = await buildPublished(store, { ...ofDemos, version });
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id });
  }
}

describe('the guard', () => {
  it('rolls a failing new release back, with its evidence in the log', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', { views: 30, failures: 2 });
    await report('two', { views: 30, failures: 8, networkOf: (view) => `other-${view}`, reason: 'integrity' });
    expect(await guard()).toHaveLength(1);
    expect((await liveRelease()).id).toBe(first);
    const current = await readNewest(store);
    expect(current).toMatchObject({
      action: 'rollback',
      by: 'guard',
      from: second,
      to: first,
      evidence: { views: 60, failures: 10, sinceSeconds: expect.any(Number), networks: 60, failedNetworks: 10 },
      reason: expect.stringMatching(
        /^10 of 60 page views failed, in 10 of 60 networks \(before: 1 %\) within \d+ seconds after it went live$/,
      ),
    });
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(first);
    expect(alarms).toEqual([]);
  });

  it('lets one of several servers do it', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', { views: 60, failures: 60 });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => runGuard(buildPlatform(openFolderStore(dataDir)))),
    );
    expect(results.flat()).toHaveLength(1);
    expect((await readNewest(store))?.revision).toBe(3);
  });

  it('does nothing when somebody switched between its look and its decision', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', { views: 60, failures: 60 });
    const third = await buildPublished(store, { version: '1.2.0' });
    const interrupted: ReleaseStore = Object.assign(Object.create(store), {
      reports: {
        async readAll() {
          await activateRelease(platform, { ...anna, id: third });
          return store.reports.readAll();
        },
      },
    });
    expect(await runGuard(buildPlatform(interrupted))).toEqual([]);
    expect((await liveRelease()).id).toBe(third);
  });

  it('leaves a healthy release, and one whose guard is off', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', { views: 100, failures: 2 });
    expect(await guard()).toEqual([]);
    const third = await buildPublished(store, { version: '1.2.0' });
    await activateRelease(platform, { ...anna, id: third, guard: 'off' });
    await report('one', { views: 100, failures: 100 });
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(third);
    expect(alarms).toEqual([]);
  });

  it('starts counting at zero when a release goes live again', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', { views: 100, failures: 100 });
    await guard();
    await activateRelease(platform, { ...anna, id: second });
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(second);
  });

  it('ends a failing canary, with its evidence in the log, and leaves the live release', async () => {
    await startCanary(platform, { ...anna, id: second, percent: 10 });
    const release = { remote: 'mf-agents', id: second, since: (await state())?.canary?.since ?? '' };
    await report('one', { views: 49, failures: 49, release });
    expect(await guard()).toEqual([]);
    await report('two', { views: 1, networkOf: () => 'another', release });
    expect(await guard()).toHaveLength(1);
    expect(await readNewest(store)).toMatchObject({
      action: 'abort',
      by: 'guard',
      from: second,
      to: first,
      evidence: { views: 50, failures: 49, sinceSeconds: expect.any(Number) },
      reason: expect.stringMatching(/^49 of 50 page views failed, in 49 of 50 .* seconds after .* canary$/),
    });
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(first);
  });
});

describe('nobody steers the guard:', () => {
  beforeEach(async () => {
    await activateRelease(platform, { ...anna, id: second });
  });

  it('one network is one voice, however often and at however many servers it fails', async () => {
    const networkOf = () => 'one who reloads';
    for (const server of ['one', 'two']) await report(server, { views: 200, failures: 200, networkOf });
    await report('three', { views: 60 });
    expect((await readHealth(store)).of(await liveRelease())).toMatchObject({ networks: 61, failedNetworks: 1 });
    expect(await guard()).toEqual([]);
  });

  it('those whose network nobody knows decide nothing, and that is said', async () => {
    await report('one', { views: 500, failures: 500, networkOf: () => null });
    expect(await guard()).toEqual([]);
    const current = await readNewest(store);
    const [verdict] = current ? await evaluateSite(store, current) : [];
    expect(verdict?.live.health).toMatchObject({ views: 0, unknownViews: 500, unknownFailures: { load: 500 } });
    expect(verdict?.live.evaluation).toMatchObject({ sentence: expect.stringContaining('cannot be evaluated') });
  });

  it.each([
    ['of this minute', () => new Date().toISOString()],
    ['of a time to come', () => '2999-01-01T00:00:00.000Z'],
  ])('a squad that signs a step of the guard %s for its own remote keeps it from no other', async (_, moment) => {
    await addDemos({ isNew: true });
    const squad = await grantNewKey(platform, 'squad', { remotes: ['mf-demos'], actions: ['rollback'] });
    await report('one', { views: 60, failures: 60 });
    // By hand: our commands do not let anybody say what the guard says.
    await platform.chain.refresh({ whole: true });
    const { revision, sha256, composition } = platform.chain.state;
    const { previous: to } = composition?.remotes['mf-demos'] ?? {};
    if (!to) throw new Error('nothing is live before it');
    const entry: Revision = {
      revision: revision + 1,
      previous: sha256,
      at: moment(),
      by: 'guard',
      reason: '60 of 60 page views failed',
      action: {
        type: 'rollback',
        moves: [{ remote: 'mf-demos', to, previous: null }],
        evidence: { views: 60, failures: 60, sinceSeconds: 9, networks: 60, failedNetworks: 60 },
      },
    };
    await store.log.append(entry, (hash) => [signHash(hash, squad)]);
    const steps = await guard();
    expect(steps.map(({ composition: { remote, to } }) => `${remote} ${to}`)).toEqual([`mf-agents ${first}`]);
    expect(alarms).toEqual([]);
  });

  it('one network that sees thousands of pages hydrate hides no failing release', async () => {
    await report('one', { views: 60, failures: 12 });
    await report('two', { views: 5000, networkOf: () => 'a bot' });
    expect(await guard()).toHaveLength(1);
  });
});

describe('the guard takes one step an incident, then stops and calls people once:', () => {
  const failing = { views: 60, failures: 60 };

  it('not further back when the release that it went back to fails as well', async () => {
    const third = await buildPublished(store, { version: '1.2.0' });
    await activateRelease(platform, { ...anna, id: second });
    await activateRelease(platform, { ...anna, id: third });
    await report('one', failing);
    expect(await guard()).toHaveLength(1);
    expect((await liveRelease()).id).toBe(second);
    await report('one', failing);
    expect(await guard()).toEqual([]);
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(second);
    expect(alarms).toEqual([
      expect.stringMatching(
        new RegExp(
          `^mf-agents ${second}, the live release, fails \\(60 of 60 .*\\), and the guard stopped: .* one step only\\. People decide: `,
        ),
      ),
    ]);
  });

  it.each([
    ['made the older one live', () => activateRelease(platform, { ...anna, id: first })],
    ['rolled it back', () => rollbackRelease(platform, { ...anna })],
  ])('not to a release that people left when they %s', async (_, leave) => {
    await activateRelease(platform, { ...anna, id: second });
    await leave();
    await report('one', failing);
    // r1 fails; going back from it would bring r2, which was left, and from there r1 again.
    for (let round = 0; round < 4; round += 1) expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(first);
    expect(alarms).toEqual([expect.stringMatching(/and the guard stopped: .*(was left itself|no release before it)/)]);
  });

  it('not to a release that was rolled back once, whoever made it live again', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await rollbackRelease(platform, anna);
    await activateRelease(platform, { ...anna, id: second });
    const third = await buildPublished(store, { version: '1.2.0' });
    await activateRelease(platform, { ...anna, id: third });
    await report('one', failing);
    expect(await guard()).toEqual([]);
    expect((await liveRelease()).id).toBe(third);
    expect(alarms).toEqual([expect.stringContaining(`${second}, was left itself: anna went back from it to ${first}`)]);
  });

  it('not backwards through an outage of everything, whether releases are new or old', async () => {
    await addDemos({ isNew: true });
    await activateRelease(platform, { ...anna, id: second });
    const counter = new HealthCounter();
    for (const remote of ['mf-agents', 'mf-demos']) countViews(counter, await liveRelease(remote), failing);
    await counter.report(store, 'one');
    const before = (await readNewest(store))?.revision;
    expect(await guard()).toEqual([]);
    expect((await readNewest(store))?.revision).toBe(before);
    expect(alarms).toHaveLength(2);
    expect(alarms[0]).toMatch(/mf-agents and mf-demos fail at the same time, which is no single release's fault/);
  });

  it('not when two networks see another remote fail that has been live for hours', async () => {
    await addDemos({ isNew: false });
    const demos = await liveRelease('mf-demos');
    await activateRelease(platform, { ...anna, id: second });
    const counter = new HealthCounter();
    const hoursAgo = Date.now() - 3 * 3_600_000;
    countViews(counter, demos, { views: 400, failures: 1, now: hoursAgo });
    countViews(counter, demos, { views: 2, failures: 2 });
    countViews(counter, await liveRelease(), failing);
    await counter.report(store, 'one');
    expect(await guard()).toEqual([]);
    expect(alarms).toEqual([expect.stringContaining('mf-agents and mf-demos fail at the same time')]);
  });

  describe('with a shell that is new', () => {
    let shells: string[];
    let counter: HealthCounter;
    const see = async (remote: string, seen: Seen) => countViews(counter, await liveRelease(remote), seen);

    beforeEach(async () => {
      await addDemos({ isNew: false });
      shells = [];
      for (const name of ['one', 'two']) shells.push(await buildPublishedSmallShell(store, { name }));
      for (const id of shells) await activateRelease(platform, { ...anna, remote: 'shell', id });
      counter = new HealthCounter();
    });

    it('takes it back when several remotes fail in it', async () => {
      await see('shell', failing);
      await see('mf-agents', failing);
      await see('mf-demos', { ...failing, networkOf: (view) => `other-${view}` });
      await counter.report(store, 'one');
      const steps = await guard();
      expect(steps.map(({ composition: { remote, to } }) => `${remote} ${to}`)).toEqual([`shell ${shells[0]}`]);
      expect(steps[0]?.composition.evidence).toMatchObject({ views: 60, failures: 60 });
    });

    it('takes back the remote that alone fails in it, and leaves the shell', async () => {
      await activateRelease(platform, { ...anna, id: second });
      await see('shell', failing);
      await see('mf-agents', failing);
      await counter.report(store, 'one');
      expect((await guard()).map(({ composition }) => composition.remote)).toEqual(['mf-agents']);
      // What it had counted until then is not held against the shell either.
      expect(await guard()).toEqual([]);
      expect(alarms).toEqual([]);
    });
  });

  it('not for one remote after the other, as an outage reaches them', async () => {
    await addDemos({ isNew: true });
    await activateRelease(platform, { ...anna, id: second });
    await report('one', failing);
    expect(await guard()).toHaveLength(1);
    await report('one', { ...failing, release: await liveRelease('mf-demos') });
    expect(await guard()).toEqual([]);
    expect(alarms).toEqual([expect.stringContaining('the guard made a step for mf-agents less than 30 minutes ago')]);
  });

  it('but again for what people made live since', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', failing);
    expect(await guard()).toHaveLength(1);
    const third = await buildPublished(store, { version: '1.2.0' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await activateRelease(platform, { ...anna, id: third });
    await report('one', failing);
    expect(await guard()).toHaveLength(1);
    expect((await liveRelease()).id).toBe(first);
  });

  it('where there is nothing to go back to, or the way back is barred', async () => {
    await report('one', failing);
    expect(await guard()).toEqual([]);
    expect(alarms).toEqual([expect.stringContaining('there is no release before it to go back to')]);
    await activateRelease(platform, { ...anna, id: second });
    await report('one', failing);
    await store.removeRelease('mf-agents', first);
    expect(await guard()).toEqual([]);
    expect(alarms[1]).toContain('the guard stopped: The store holds no release');
  });

  it('whichever of the servers calls, and until something else is live', async () => {
    await report('one', failing);
    const calls: string[] = [];
    const servers = Array.from({ length: 5 }, () => buildPlatform(openFolderStore(dataDir)));
    await Promise.all(servers.map((server) => runGuard(server, { onAlarm: hear(calls) })));
    expect(calls).toHaveLength(1);
    const alarmOf = async () => {
      const current = await readNewest(store);
      return current && (await evaluateSite(store, current))[0]?.live.alarm;
    };
    expect(await alarmOf()).toMatchObject({ sentence: calls[0] });
    await removeStaleReports(platform);
    expect(await alarmOf()).toMatchObject({ sentence: calls[0] });
    await activateRelease(platform, { ...anna, id: second });
    expect(await alarmOf()).toBeNull();
    await removeStaleReports(platform);
    expect((await store.alarms.readAll()).size).toBe(0);
  });
});

describe('people are told of failures long before anything goes back:', () => {
  let told: string[];
  const look = ({ now = Date.now(), evaluatesAnyway = false } = {}) =>
    runGuard(platform, { onFailing: (sentence) => void told.push(sentence) }, { now, evaluatesAnyway });

  beforeEach(async () => {
    told = [];
    await activateRelease(platform, { ...anna, id: second });
  });

  it('of twelve failing views of twelve in four networks', async () => {
    await report('one', { views: 12, failures: 12, networkOf: (view) => `network-${view % 4}` });
    expect(await look()).toEqual([]);
    expect(told).toEqual([
      expect.stringMatching(
        new RegExp(
          `^mf-agents ${second}, the live release, fails in browsers: 12 of 12 page views failed, in 4 of 4 networks .* Nothing goes back by that yet; "rollback mf-agents" does`,
        ),
      ),
    ]);
    expect((await liveRelease()).id).toBe(second);
  });

  it('of failures whose network nobody knows, where nothing else was seen', async () => {
    await report('one', { views: 12, failures: 12, networkOf: () => null });
    expect(await look()).toEqual([]);
    expect(told).toEqual([expect.stringContaining('12 of 12 page views failed')]);
  });

  it('of a canary', async () => {
    const third = await buildPublished(store, { version: '1.2.0' });
    await startCanary(platform, { ...anna, id: third, percent: 10 });
    const release = { remote: 'mf-agents', id: third, since: (await state())?.canary?.since ?? '' };
    await report('one', { views: 6, failures: 6, release });
    await look();
    expect(told).toEqual([expect.stringContaining(`mf-agents ${third}, the canary, fails in browsers: 6 of 6`)]);
  });

  it.each([
    ['of four failures', { views: 4, failures: 4 }],
    [
      'of one network that fails while others see it work',
      { views: 40, failures: 5, networkOf: (view: number) => (view < 5 ? 'a bad line' : `network-${view}`) },
    ],
    ['of what bad lines fail', { views: 400, failures: 8 }],
  ])('not %s', async (_, seen) => {
    await report('one', seen);
    await look();
    expect(told).toEqual([]);
  });

  it('of a release that has been live for hours, when something failed', async () => {
    const later = Date.now() + 5 * 3_600_000;
    const counter = new HealthCounter();
    countViews(counter, await liveRelease(), { views: 200, now: later - 3_600_000 });
    countViews(counter, await liveRelease(), { views: 12, failures: 12, now: later });
    await counter.report(store, 'one');
    await look({ now: later });
    expect(told).toEqual([]);
    await look({ now: later, evaluatesAnyway: true });
    expect(told).toEqual([expect.stringContaining('12 of 12 page views failed')]);
  });

  it('of the remote alone, not of the shell around it', async () => {
    const shell = await buildPublishedSmallShell(store);
    await activateRelease(platform, { ...anna, remote: 'shell', id: shell });
    const counter = new HealthCounter();
    for (const remote of ['shell', 'mf-agents']) {
      countViews(counter, await liveRelease(remote), { views: 12, failures: 12 });
    }
    await counter.report(store, 'one');
    await look();
    expect(told).toEqual([expect.stringMatching(/^mf-agents /)]);
    await addDemos({ isNew: false });
    countViews(counter, await liveRelease('mf-demos'), { views: 12, failures: 12 });
    await counter.report(store, 'one');
    told = [];
    await look();
    expect(new Set(told.map((sentence) => sentence.split(' ')[0]))).toEqual(
      new Set(['shell', 'mf-agents', 'mf-demos']),
    );
  });
});

describe('an alarm of the guard', () => {
  const minute = 60_000;

  it('ends when the failures end, and is raised again when they come again', async () => {
    const start = Date.now();
    const counter = new HealthCounter();
    const release = await liveRelease();
    const see = async (minutes: number, seen: Seen) => {
      countViews(counter, release, { ...seen, now: start + minutes * minute });
      await counter.report(store, 'one');
      alarms = [];
      await guard(start + minutes * minute);
      const current = await readNewest(store);
      const [verdict] = current ? await evaluateSite(store, current, start + minutes * minute) : [];
      return { isTold: alarms.length > 0, isStanding: verdict?.live.alarm !== null };
    };
    expect(await see(0, { views: 60, failures: 60 })).toEqual({ isTold: true, isStanding: true });
    expect(await see(2, { views: 20 })).toEqual({ isTold: true, isStanding: true });
    expect(await see(6, { views: 20 })).toEqual({ isTold: false, isStanding: false });
    // What failed until then takes nothing back any more.
    expect(await see(7, { views: 20 })).toEqual({ isTold: false, isStanding: false });
    const networkOf = (view: number) => `other-${view}`;
    expect(await see(8, { views: 60, failures: 60, networkOf })).toEqual({ isTold: true, isStanding: true });
  });
});

describe('the sum of what all servers counted', () => {
  it('goes by what can be read when a report is damaged', async () => {
    await rm(join(store.place, 'reports/before.json'));
    await report('one', { views: 10, failures: 1 });
    await report('two', { views: 5, failures: 1, reason: 'integrity', networkOf: (view) => `other-${view}` });
    await writeFile(join(store.place, 'reports/three.json'), '[{"remote"');
    const health = await readHealth(store);
    expect(health.of(await liveRelease())).toMatchObject({
      views: 15,
      failures: 2,
      reasons: { load: 1, integrity: 1 },
    });
  });

  it('counts a failed page view once, whichever servers were told of it', async () => {
    await rm(join(store.place, 'reports/before.json'));
    const release = await liveRelease();
    for (const server of ['one', 'two', 'three']) {
      const counter = new HealthCounter();
      counter.countFailure(release, { id: 'the same', network: 'a', reason: 'load' });
      counter.countFailure(release, { id: `of ${server}`, network: 'b', reason: 'timeout' });
      await counter.report(store, server);
    }
    const expected = { views: 4, failures: 4, networks: 2, failedNetworks: 2, reasons: { load: 1, timeout: 3 } };
    expect((await readHealth(store)).of(release)).toMatchObject(expected);
  });

  it('takes a view back that hydrated and failed later', async () => {
    await rm(join(store.place, 'reports/before.json'));
    const release = await liveRelease();
    const counter = new HealthCounter();
    counter.countView(release, { network: 'a' });
    counter.countFailure(release, { id: 'view', network: 'a', reason: 'render', wasHydrated: true });
    await counter.report(store, 'one');
    expect((await readHealth(store)).of(release)).toMatchObject({ views: 1, failures: 1, failedShare: 1 });
  });

  it('keeps of what is long ago the sum alone, so that a report stays small', async () => {
    const counter = new HealthCounter();
    const release = await liveRelease();
    const start = Date.now() - 10 * 3_600_000;
    for (let hour = 0; hour < 10; hour += 1) {
      countViews(counter, release, { views: 1000, failures: 10, now: start + hour * 3_600_000 });
    }
    await counter.report(store, 'before');
    const [text = ''] = (await store.reports.readAll()).values();
    expect(text.length).toBeLessThan(100_000);
    const health = await readHealth(store);
    expect(health.of(release).views).toBe(5000);
    expect(health.of(release).failedShare).toBeCloseTo(0.02);
    expect(health.recentOf(release).views).toBe(0);
  });

  it('loses the reports of servers that are gone once they say nothing of what is live or was before', async () => {
    await removeStaleReports(platform);
    expect((await store.reports.readAll()).size).toBe(1);
    await activateRelease(platform, { ...anna, id: second });
    await report('at-work', { views: 5 });
    await writeFile(join(store.place, 'reports/damaged.json'), '[{');
    await removeStaleReports(platform);
    expect([...(await store.reports.readAll()).keys()].sort()).toEqual(['at-work', 'before']);
    await activateRelease(platform, { ...anna, id: await buildPublished(store, { version: '1.2.0' }) });
    await removeStaleReports(platform);
    expect([...(await store.reports.readAll()).keys()]).toEqual(['at-work']);
  });

  it('has the last report of each server', async () => {
    await rm(join(store.place, 'reports/before.json'));
    await report('one', { views: 10, failures: 1 });
    await report('one', { views: 20, failures: 2 });
    expect((await readHealth(store)).of(await liveRelease())).toMatchObject({ views: 20, failures: 2 });
  });
});
