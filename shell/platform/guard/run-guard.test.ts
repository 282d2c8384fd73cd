import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { startCanary } from '../canary/canary.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import { FolderReleaseStore } from '../store/folder-release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { HealthCounter, readHealth, type WatchedRelease } from './release-health.ts';
import { runGuard } from './run-guard.ts';
import { removeStaleReports } from './watched-releases.ts';

const anna = { remote: 'mf-agents', by: 'anna', reason: 'test' };
let dataDir: string;
let store: FolderReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;

beforeEach(async () => {
  dataDir = await buildFolder();
  store = new FolderReleaseStore(dataDir);
  platform = buildPlatform(store);
  first = await buildPublished(store);
  second = await buildPublished(store, { version: '1.1.0' });
  await activateRelease(platform, { ...anna, id: first });
});

const state = async () => (await store.compositions.readCurrent()).current?.remotes['mf-agents'];

async function liveRelease(): Promise<WatchedRelease> {
  const { live = '', since = '' } = (await state()) ?? {};
  return { remote: 'mf-agents', id: live, since };
}

async function report(
  server: string,
  views: number,
  failures: number,
  { reason = 'load', release }: { reason?: string; release?: WatchedRelease } = {},
) {
  const subject = release ?? (await liveRelease());
  const counter = new HealthCounter();
  for (let view = 0; view < views; view += 1) counter.countView(subject);
  for (let failure = 0; failure < failures; failure += 1) counter.countFailure(subject, reason);
  await counter.report(store, server);
}

describe('the guard', () => {
  it('rolls a failing new release back once, with its evidence in the log, and does not try it again', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', 30, 2);
    await report('two', 30, 8, { reason: 'integrity' });
    expect(await runGuard(platform)).toHaveLength(1);
    expect((await liveRelease()).id).toBe(first);
    const { current } = await store.compositions.readCurrent();
    expect(current).toMatchObject({
      action: 'rollback',
      by: 'guard',
      from: second,
      to: first,
      evidence: { views: 60, failures: 10, sinceSeconds: expect.any(Number) },
      reason: expect.stringMatching(/^10 of 60 page views failed within \d+ seconds after it went live$/),
    });
    expect(await runGuard(platform)).toEqual([]);
    expect((await liveRelease()).id).toBe(first);
  });

  it('lets one of several servers do it', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', 60, 60);
    const results = await Promise.all(
      Array.from({ length: 5 }, () => runGuard(buildPlatform(new FolderReleaseStore(dataDir)))),
    );
    expect(results.flat()).toHaveLength(1);
    expect((await store.compositions.readCurrent()).lastRevision).toBe(3);
  });

  it('rolls one remote back although another cannot go back, and says why not', async () => {
    await activateRelease(platform, { ...anna, id: second });
    const demos = { remote: 'mf-demos', routes: [{ path: '/click-demos' }] };
    for (const version of ['1.0.0', '1.1.0']) {
      const id = await buildPublished(store, { ...demos, version });
      await activateRelease(platform, { ...anna, remote: 'mf-demos', id });
    }
    const counter = new HealthCounter();
    const { current } = await store.compositions.readCurrent();
    for (const [remote, { live, since = '' }] of Object.entries(current?.remotes ?? {})) {
      const release = { remote, id: live, since };
      for (let view = 0; view < 50; view += 1) counter.countView(release);
      for (let failure = 0; failure < 50; failure += 1) counter.countFailure(release, 'load');
    }
    await counter.report(store, 'one');
    await rm(join(store.place, 'mf-agents', first), { recursive: true });
    const problems: string[] = [];
    const results = await runGuard(platform, (sentence) => problems.push(sentence));
    expect(results.map(({ composition }) => composition.remote)).toEqual(['mf-demos']);
    expect(problems).toEqual([expect.stringContaining('mf-agents should go back: The store holds no release')]);
  });

  it('does nothing when somebody switched between its look and its decision', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', 60, 60);
    const third = await buildPublished(store, { version: '1.2.0' });
    const interrupted: FolderReleaseStore = Object.assign(Object.create(store), {
      async readReports() {
        await activateRelease(platform, { ...anna, id: third });
        return store.readReports();
      },
    });
    expect(await runGuard(buildPlatform(interrupted))).toEqual([]);
    expect((await liveRelease()).id).toBe(third);
  });

  it('leaves a healthy release, one without a release before it, and one whose guard is off', async () => {
    await report('one', 100, 100);
    expect(await runGuard(platform)).toEqual([]);
    await activateRelease(platform, { ...anna, id: second });
    await report('one', 100, 2);
    expect(await runGuard(platform)).toEqual([]);
    const third = await buildPublished(store, { version: '1.2.0' });
    await activateRelease(platform, { ...anna, id: third, guard: 'off' });
    await report('one', 100, 100);
    expect(await runGuard(platform)).toEqual([]);
    expect((await liveRelease()).id).toBe(third);
  });

  it('starts counting at zero when a release goes live again', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await report('one', 100, 100);
    await runGuard(platform);
    await activateRelease(platform, { ...anna, id: second });
    expect(await runGuard(platform)).toEqual([]);
    expect((await liveRelease()).id).toBe(second);
  });

  it('goes by what it can read when a report is damaged', async () => {
    await report('one', 10, 1);
    await report('two', 5, 1, { reason: 'integrity' });
    await writeFile(join(store.place, 'reports/three.json'), '[{"remote"');
    const healthOf = await readHealth(store);
    expect(healthOf(await liveRelease())).toMatchObject({ views: 15, failures: 2, reasons: { load: 1, integrity: 1 } });
  });

  it('ends a failing canary, with its evidence in the log, and leaves the live release', async () => {
    await startCanary(platform, { ...anna, id: second, percent: 10 });
    const canary = { remote: 'mf-agents', id: second, since: (await state())?.canary?.since ?? '' };
    await report('one', 49, 49, { release: canary });
    expect(await runGuard(platform)).toEqual([]);
    await report('two', 1, 0, { release: canary });
    expect(await runGuard(platform)).toHaveLength(1);
    expect((await store.compositions.readCurrent()).current).toMatchObject({
      action: 'abort',
      by: 'guard',
      from: second,
      to: first,
      evidence: { views: 50, failures: 49, sinceSeconds: expect.any(Number) },
      reason: expect.stringMatching(/^49 of 50 page views failed within \d+ seconds after .* canary$/),
    });
    expect(await runGuard(platform)).toEqual([]);
    expect((await liveRelease()).id).toBe(first);
  });

  it('counts a failed page view once, whichever servers were told of it', async () => {
    const release = await liveRelease();
    for (const server of ['one', 'two', 'three']) {
      const counter = new HealthCounter();
      counter.countView(release);
      counter.countFailure(release, 'load', { id: 'the same view', visitor: null });
      counter.countFailure(release, 'load', { id: `a view of ${server}`, visitor: null });
      counter.countFailure(release, 'server rendering');
      await counter.report(store, server);
    }
    const reasons = { load: 4, 'server rendering': 3 };
    expect((await readHealth(store))(release)).toMatchObject({ views: 3, failures: 7, reasons });
  });

  it('counts two failures of one visitor, however often and at however many servers they fail', async () => {
    await activateRelease(platform, { ...anna, id: second });
    const release = await liveRelease();
    const visit = async (server: string, visitors: readonly string[]) => {
      const counter = new HealthCounter();
      for (const [index, visitor] of visitors.entries()) {
        counter.countView(release);
        counter.countFailure(release, 'load', { id: `${server}-${index}`, visitor });
      }
      await counter.report(store, server);
    };
    for (const server of ['one', 'two'])
      await visit(
        server,
        Array.from({ length: 60 }, () => 'one who reloads'),
      );
    expect((await readHealth(store))(release)).toMatchObject({ views: 120, failures: 2 });
    expect(await runGuard(platform)).toEqual([]);
    const others = Array.from({ length: 12 }, (_, visitor) => `visitor-${visitor}`);
    await visit('three', others);
    expect((await readHealth(store))(release)).toMatchObject({ views: 132, failures: 14 });
    expect(await runGuard(platform)).toHaveLength(1);
  });

  it('takes away the reports of servers that are gone once they say nothing of what is live', async () => {
    await report('gone', 10, 1);
    await report('at-work', 5, 0);
    await removeStaleReports(platform);
    expect((await store.readReports()).size).toBe(2);
    await activateRelease(platform, { ...anna, id: second });
    await report('at-work', 5, 0);
    await writeFile(join(store.place, 'reports/damaged.json'), '[{');
    await removeStaleReports(platform);
    expect([...(await store.readReports()).keys()]).toEqual(['at-work']);
  });

  it('replaces the earlier report of a server', async () => {
    await report('one', 10, 1);
    await report('one', 20, 2);
    expect((await readHealth(store))(await liveRelease())).toMatchObject({ views: 20, failures: 2 });
  });
});
