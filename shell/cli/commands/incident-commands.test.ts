import { userInfo } from 'node:os';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readNewest } from '../../platform/testing/read-switches.ts';
import { buildLiveStore, type LiveStore } from '../testing/build-live-store.ts';
import { refusal } from '../testing/run-release.ts';

let site: LiveStore;

beforeAll(async () => {
  site = await buildLiveStore();
});

const json = async (...args: string[]) => JSON.parse((await site.release(...args, '--json')).out);
const last = async () => await readNewest(site.store);

// All tests share one site and depend on their order.
describe('the release command, in an incident', () => {
  it('starts a canary by plan, and shows what it does next', async () => {
    const plan = ['--plan', '1,25,100', '--every', '10m'];
    const started = await site.release('canary', 'mf-agents', site.next, ...plan);
    expect(started).toMatchObject({ code: 0 });
    expect(started.out).toContain('Plan: 1 % for 10 min, 25 % for 10 min, 100 % for 10 min, then live');
    expect(await last()).toMatchObject({
      by: userInfo().username,
      remotes: { 'mf-agents': { canary: { percent: 1, plan: { step: 0, promote: true } } } },
    });
    expect((await site.release('status')).out).toMatch(
      /mf-agents: plan: step 1 of 3, next 25 % from .* UTC on; not enough data by page views: 0 of 50 page views, 0 of 20 networks/,
    );
    expect((await site.release('log', '--last', '1')).out).toContain('plan: 1 % for 10 min');
  });

  it('holds it, lets it go on, and refuses what somebody else has changed meanwhile', async () => {
    expect(await site.release('pause', 'mf-agents', '--reason', 'lunch')).toMatchObject({ code: 0 });
    expect((await site.release('status')).out).toMatch(/plan: step 1 of 3, paused since .*: lunch/);
    const late = await site.release('resume', 'mf-agents', '--expect', '2');
    expect(late).toMatchObject(refusal(1, 'Another operator was first: #3 pause'));
    expect(await site.release('resume', 'mf-agents', '--expect', '3')).toMatchObject({ code: 0 });
    expect(await site.release('abort', 'mf-agents', '--expect', '4')).toMatchObject({ code: 0 });
    expect((await last())?.remotes['mf-agents']?.canary).toBeUndefined();
  });

  it.each([
    [['--percent', '5', '--plan', '1,5'], 'and not both'],
    [['--every', '10m'], 'Say the share'],
    [[], 'Say the share'],
    [['--plan', '1,5', '--every', 'soon'], '"soon" is no time'],
    [['--plan', '50,5'], "A plan's shares grow with each step"],
  ])('says what is wrong with %j', async (options, sentence) => {
    const refused = await site.release('canary', 'mf-agents', site.next, ...options);
    expect(refused.code).toBeGreaterThan(0);
    expect(refused.error).toContain(sentence);
  });

  it('names the share of a canary, also when the share alone changes and when an undo brings the canary back', async () => {
    const { live, next, release } = site;
    const canary = (percent: number) => release('canary', 'mf-agents', next, '--percent', String(percent));
    const share = (percent: number) => `canary ${next} for ${percent} percent of the visitors\n`;
    expect((await canary(10)).out).toContain(`canary mf-agents: ${live} -> ${next}\n${share(10)}`);
    expect((await canary(20)).out).toContain(`canary mf-agents: ${next} -> ${next}\n${share(20)}`);
    expect((await release('promote', 'mf-agents')).out).not.toContain('percent');
    const undone = (await release('undo', '--reason', 'too early')).out;
    expect(undone).toContain(`mf-agents: ${next} -> ${live}\n${share(20)}`);
    expect((await release('log', '--last', '1')).out).toContain(share(20));
  });

  it('undoes the last switch, once', async () => {
    await site.release('abort', 'mf-agents');
    const before = await last();
    const undone = await json('undo', '--reason', 'too early', '--expect', String(before?.revision));
    expect(undone).toMatchObject({ outcome: 'changed', action: 'undo', undoes: { revision: before?.revision } });
    expect((await last())?.remotes['mf-agents']).toMatchObject({ live: site.live, canary: { percent: 20 } });
    const again = await site.release('undo');
    expect(again).toMatchObject(refusal(1, 'was undone already'));
    expect((await site.release('log', '--last', '1')).out).toContain(`takes back revision ${before?.revision}`);
  });

  it('freezes a remote or the site until a time, and says so', async () => {
    const frozen = await site.release('freeze', 'mf-agents', '--until', '2h', '--reason', 'the fair');
    expect(frozen.out).toMatch(/^mf-agents takes no new release from now on until .* UTC\.\n$/);
    expect((await site.release('status')).out).toMatch(
      /mf-agents: frozen since .* until .*: it takes no new release \(the fair\)/,
    );
    const whole = await json('freeze', '--site', '--until', '2099-01-07T08:00Z', '--reason', 'holidays');
    expect(whole).toMatchObject({ remote: null, outcome: 'changed', until: '2099-01-07T08:00:00.000Z' });
    const status = await site.release('status');
    expect(status.out).toMatch(
      /^The site is frozen since .* until 2099-01-07 08:00 UTC: no remote takes a new release \(holidays\)$/m,
    );
    expect((await site.release('log', '--last', '1')).out).toContain('until 2099-01-07T08:00:00.000Z');
    expect(await site.release('unfreeze', '--site')).toMatchObject({ code: 0 });
    expect(await site.release('unfreeze', 'mf-agents')).toMatchObject({ code: 0 });
    const [none, both, never, noDay] = [
      await site.release('freeze', '--reason', 'x'),
      await site.release('freeze', 'mf-agents', '--site', '--reason', 'x'),
      await site.release('freeze', 'mf-agents', '--until', 'tomorrow', '--reason', 'x'),
      await site.release('freeze', 'mf-agents', '--until', '2099-02-30T08:00Z', '--reason', 'x'),
    ];
    for (const { error } of [none, both]) expect(error).toContain('Name what to freeze: a remote, or --site');
    expect(never.error).toContain('"tomorrow" is not a valid end. Use 2h, 3d, or a time with its zone');
    expect(noDay.error).toContain('"2099-02-30T08:00Z" is not a valid end.');
  });

  it('withdraws a remote and restores it', async () => {
    expect(await site.release('withdraw', 'mf-agents')).toMatchObject({
      error: expect.stringContaining('needs a reason'),
    });
    expect(await site.release('withdraw', 'mf-agents', '--reason', 'a wrong price')).toMatchObject({ code: 0 });
    expect((await site.release('status')).out).toMatch(/mf-agents: withdrawn since .* UTC: a wrong price/);
    expect(await json('restore', 'mf-agents')).toMatchObject({ outcome: 'changed' });
    expect((await site.release('status')).out).not.toContain('withdrawn');
  });
});
