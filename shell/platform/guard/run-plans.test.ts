import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, acts, startCanary } from '../acts/acts.ts';
import { keyPlacesIn } from '../keys/key-files.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildPublishedSite } from '../testing/build-published-site.ts';
import { countViews } from '../testing/count-views.ts';
import { readNewest } from '../testing/read-switches.ts';
import { tamperWith } from '../testing/tamper.ts';
import { runGuard } from './run-guard.ts';
import { PlanRunner } from './run-plans.ts';
import { HealthCounter } from './view-counts.ts';

const minute = 60_000;
const plan = {
  steps: [
    { percent: 1, minutes: 10 },
    { percent: 25, minutes: 10 },
    { percent: 100, minutes: 10 },
  ],
  promote: true,
};
let dataDir: string;
let store: ReleaseStore;
let platform: ReleasePlatform;
let live: string;
let next: string;

beforeEach(async () => {
  ({ dataDir, store, platform, first: live, second: next } = await buildPublishedSite());
  await activateRelease(platform, { ...anna, id: live });
});

const current = () => readNewest(store);
const state = async () => (await current())?.remotes['mf-agents'];
const share = async () => (await state())?.canary?.percent;
const revision = async () => (await current())?.revision;

/** A shell server: it signs with the guard's key, and sees the store for itself. Its clock may be wrong. */
function startServer({ ahead = 0 } = {}) {
  const own = openFolderStore(dataDir);
  const platformOfServer = buildPlatform(own, { signer: keyPlacesIn(own.keysFolder).guard });
  const runner = new PlanRunner(platformOfServer);
  const began = Date.now();
  return {
    platform: platformOfServer,
    /** Looks after plans, so many minutes from now. */
    lookAt: (minutes: number) =>
      runner.run({ now: began + (minutes + ahead) * minute, elapsed: minutes * minute + 1_000_000 }),
  };
}

/** What servers counted of the canary at its share, and of the live release beside it. */
async function see({ views = 60, failures = 0, liveFailures = 0 } = {}): Promise<void> {
  const { since = '', canary } = (await state()) ?? {};
  const counter = new HealthCounter();
  const remote = 'mf-agents';
  // At the time that the step is looked at: a day's evidence does not grow old in a test of minutes.
  countViews(counter, { remote, id: live, since }, { views: 60, failures: liveFailures });
  if (canary) countViews(counter, { remote, id: canary.id, since: canary.since ?? '' }, { views, failures });
  await counter.report(store, 'server-that-counts');
}

describe('a canary by plan', () => {
  beforeEach(() => startCanary(platform, { ...anna, id: next, plan }));

  it('grows step by step and goes live, as long as it is no worse than live', async () => {
    const server = startServer();
    expect(await server.lookAt(0)).toEqual([]);
    expect(await share()).toBe(1);
    await see();
    expect(await server.lookAt(9)).toEqual([]);
    expect(await server.lookAt(10)).toMatchObject([
      { kind: 'advanced', composition: { by: 'plan', action: 'advance' } },
    ]);
    expect(await share()).toBe(25);
    await see();
    await server.lookAt(11);
    await server.lookAt(21);
    expect(await share()).toBe(100);
    await see();
    await server.lookAt(22);
    expect(await server.lookAt(32)).toMatchObject([{ kind: 'promoted', composition: { byPlan: true } }]);
    expect(await state()).toMatchObject({ live: next, previous: live });
    expect((await state())?.canary).toBeUndefined();
    expect(server.platform.chain.problems).toEqual([]);
  });

  it('stops before it goes live if a file of the canary was changed meanwhile', async () => {
    const server = startServer();
    for (const minutes of [0, 11, 22]) {
      await server.lookAt(minutes);
      await see();
      if (minutes === 22) await tamperWith(store, next).overwrite('browser/remoteEntry.js', () => 'changed');
      const events = await server.lookAt(minutes + 10);
      if (minutes < 22) expect(events).toMatchObject([{ kind: 'advanced' }]);
      else
        expect(events).toMatchObject([{ kind: 'stopped', sentence: expect.stringContaining(`${next} was refused`) }]);
    }
    expect(await state()).toMatchObject({ live, canary: { percent: 100, plan: { paused: expect.anything() } } });
  });

  it('needs the evidence of each step anew, waits for it as long again, and then stops and says what it lacked', async () => {
    const server = startServer();
    await server.lookAt(0);
    await see({ views: 12 });
    expect(await server.lookAt(10)).toEqual([]);
    expect(await server.lookAt(19)).toEqual([]);
    const [event] = await server.lookAt(20);
    expect(event).toMatchObject({ kind: 'stopped', composition: { action: 'pause', by: 'plan' } });
    expect(event?.sentence).toContain('stopped at 1 %: too few page views were seen in 20 min to go on: 12 of 50');
    expect((await state())?.canary).toMatchObject({
      percent: 1,
      plan: { paused: { reason: event?.composition.reason } },
    });
    expect(await server.lookAt(60)).toEqual([]);
  });

  it('goes on when people let it, with the time of its step anew', async () => {
    const server = startServer();
    await server.lookAt(0);
    await acts.pause.perform(platform, { ...anna, reason: 'lunch' });
    await see();
    expect(await server.lookAt(15)).toEqual([]);
    await acts.resume.perform(platform, anna);
    await see();
    expect(await server.lookAt(16)).toEqual([]);
    expect(await server.lookAt(25)).toEqual([]);
    expect(await server.lookAt(26)).toMatchObject([{ kind: 'advanced' }]);
  });

  it('that is worse than live is ended by the guard, before its time is over', async () => {
    const server = startServer();
    await server.lookAt(0);
    await see({ failures: 20 });
    const [step] = await runGuard(server.platform);
    expect(step?.composition).toMatchObject({ action: 'abort', evidence: { failures: 20 } });
    expect(await server.lookAt(10)).toEqual([]);
    expect(await state()).toMatchObject({ live });
  });

  it('that is worse than live stops where the guard must not end it, by the name of the evidence', async () => {
    const server = startServer();
    await server.lookAt(0);
    await see({ failures: 20 });
    const [event] = await server.lookAt(3);
    expect(event).toMatchObject({ kind: 'stopped', remote: 'mf-agents' });
    expect(event?.sentence).toMatch(
      /stopped at 1 %: it is worse than live by its failures: failures in 20 of 60 networks/,
    );
  });

  it('is not held against it what the live release fails at as well', async () => {
    const server = startServer();
    await server.lookAt(0);
    await see({ failures: 8, liveFailures: 8 });
    expect(await server.lookAt(10)).toMatchObject([{ kind: 'advanced' }]);
  });

  it('is driven by any of several servers, each step once, and by those that are left', async () => {
    const servers = [startServer(), startServer()];
    for (const server of servers) await server.lookAt(0);
    await see();
    const first = await Promise.all(servers.map((server) => server.lookAt(10)));
    expect(first.flat()).toMatchObject([{ kind: 'advanced' }]);
    expect(await share()).toBe(25);
    await see();
    await servers[1]?.lookAt(11);
    expect(await servers[1]?.lookAt(21)).toMatchObject([{ kind: 'advanced' }]);
    expect(await share()).toBe(100);
    expect(servers[1]?.platform.chain.problems).toEqual([]);
  });

  it('goes on after a restart of all servers, by the time that its revision says', async () => {
    await see();
    const server = startServer();
    expect(await server.lookAt(9)).toEqual([]);
    const restarted = startServer();
    expect(await restarted.lookAt(11)).toMatchObject([{ kind: 'advanced' }]);
  });

  it('takes no step before its time by a server whose clock is an hour ahead, nor waits for one an hour behind', async () => {
    const [ahead, behind] = [startServer({ ahead: 60 }), startServer({ ahead: -60 })];
    // Both ran before the step came.
    await acts.abort.perform(platform, anna);
    await Promise.all([ahead.lookAt(0), behind.lookAt(0)]);
    await startCanary(platform, { ...anna, id: next, plan });
    await see();
    expect(await ahead.lookAt(1)).toEqual([]);
    expect(await behind.lookAt(1)).toEqual([]);
    expect(await ahead.lookAt(10)).toEqual([]);
    expect(await behind.lookAt(11)).toMatchObject([{ kind: 'advanced' }]);
    expect(await share()).toBe(25);
    await see();
    expect(await ahead.lookAt(12)).toEqual([]);
    expect(await ahead.lookAt(22)).toMatchObject([{ kind: 'advanced' }]);
    expect(await share()).toBe(100);
    // What either wrote counts for everybody.
    await platform.chain.refresh({ whole: true });
    expect(platform.chain.problems).toEqual([]);
    expect(platform.chain.current?.composition.revision).toBe(await revision());
  });

  it('waits while its remote is frozen, and is ended by people at any time', async () => {
    const server = startServer();
    await server.lookAt(0);
    await see();
    await acts.freeze.perform(platform, anna);
    expect(await server.lookAt(30)).toEqual([]);
    expect(await share()).toBe(1);
    await acts.abort.perform(platform, anna);
    expect(await server.lookAt(31)).toEqual([]);
  });

  it('is refused before anything is asked when it has no steps, or one without a time', async () => {
    await acts.abort.perform(platform, anna);
    const start = (steps: typeof plan.steps) =>
      startCanary(platform, { ...anna, id: next, plan: { steps, promote: true } });
    await expect(start([])).rejects.toThrow('A plan has 1 to 20 steps');
    await expect(start([{ percent: 10, minutes: 0 }])).rejects.toThrow('a time above 0');
  });
});
