import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, Health, type ReleaseStore, Views } from '../../platform/index.ts';
import { buildPublished } from '../../platform/testing/build-dist.ts';
import { copiesOf, ofDemos } from '../../platform/testing/build-published-site.ts';
import { buildPublishedShell } from '../../platform/testing/build-shell-dist.ts';
import { countViews } from '../../platform/testing/count-views.ts';
import { readNewest } from '../../platform/testing/read-switches.ts';
import { statusOf } from './remote-status.tsx';

const minute = 60_000;
const start = Date.now();
let store: ReleaseStore;
let counter: Views.HealthCounter;

const copySite = copiesOf(async (site) => {
  const by = { by: 'anna', reason: '', rules: [] };
  const ids = {
    'mf-agents': await buildPublished(site.store),
    'mf-demos': await buildPublished(site.store, ofDemos),
    shell: await buildPublishedShell(site.store),
  };
  for (const [remote, id] of Object.entries(ids)) await activateRelease(site.platform, { ...by, remote, id });
  return {};
});

beforeEach(async () => {
  ({ store } = await copySite());
  counter = new Views.HealthCounter();
});

const current = async () => {
  const composition = await readNewest(store);
  if (!composition) throw new Error('nothing is live');
  return composition;
};

/** Page views of some remotes; the shell around a page sees the same. */
async function see(remotes: readonly string[], failures: number, { after = 0, views = 60, networks = '' } = {}) {
  const { remotes: states } = await current();
  for (const [remote, around] of remotes.flatMap(
    (name) =>
      [
        [name, name],
        ['shell', name],
      ] as const,
  )) {
    const { live = '', since = '' } = states[remote] ?? {};
    const networkOf = (view: number) => `${around}-${networks}${view}`;
    countViews(counter, { remote, id: live, since }, { views, failures, networkOf, now: start + after });
  }
  await counter.report(store, 'one');
}

async function statusesAt(after: number) {
  const verdicts = await Health.evaluateSite(store, await current(), start + after);
  const statuses = verdicts.map(
    (verdict) => [verdict.remote, statusOf({ state: verdict.state, verdict, freeze: null }).kind] as const,
  );
  return Object.fromEntries(statuses);
}

describe('the status of a remote', () => {
  it('is bad for the one that fails, and not for the shell around it', async () => {
    await see(['mf-demos'], 0);
    await see(['mf-agents'], 60);
    expect(await statusesAt(0)).toMatchObject({ 'mf-agents': 'bad', 'mf-demos': 'good' });
    expect((await statusesAt(0)).shell).not.toBe('bad');
  });

  it('is bad for the shell when several remotes fail in it', async () => {
    await see(['mf-agents', 'mf-demos'], 60);
    expect(await statusesAt(0)).toEqual({ 'mf-agents': 'bad', 'mf-demos': 'bad', shell: 'bad' });
  });

  it('is bad long before a rollback is made', async () => {
    await see(['mf-agents'], 12, { views: 12 });
    expect((await statusesAt(0))['mf-agents']).toBe('bad');
  });

  it('is no longer bad within six minutes after the failures have ended', async () => {
    await see(['mf-agents', 'mf-demos'], 60);
    await see(['mf-agents', 'mf-demos'], 0, { after: 3 * minute, networks: 'other-' });
    expect((await statusesAt(3 * minute))['mf-agents']).toBe('bad');
    await see(['mf-agents', 'mf-demos'], 0, { after: 6 * minute, networks: 'other-' });
    const { 'mf-agents': agents, shell } = await statusesAt(6 * minute);
    expect([agents, shell]).not.toContain('bad');
  });

  it('stays bad while nobody has seen it work since', async () => {
    await see(['mf-agents'], 60);
    expect((await statusesAt(8 * minute))['mf-agents']).toBe('bad');
  });
});
