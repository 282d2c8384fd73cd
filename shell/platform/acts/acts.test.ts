import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { quickGateRules } from '../gate/gate.ts';
import { GateRefusal, type GateRule } from '../gate/gate-rule.ts';
import type { RightAction } from '../keys/rights.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import type { SiteFollower } from '../serve/site-follower.ts';
import { ReleaseError } from '../storage/release-error.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildTwiceSwitchedSite } from '../testing/build-published-site.ts';
import { readNewest } from '../testing/read-switches.ts';
import { startFollower } from '../testing/start-follower.ts';
import { refusalOf, tamperWith } from '../testing/tamper.ts';
import { until } from '../testing/until.ts';
import { acts, rollbackRelease, startCanary } from './acts.ts';
import { grantKey } from './change-rights.ts';

const { remote: _, ...annaHerself } = anna;
let platform: ReleasePlatform;
let first: string;
let second: string;
let demos: string;

beforeEach(async () => {
  ({ platform, first, second, demos } = await buildTwiceSwitchedSite());
});

const current = () => readNewest(platform.store);
const liveOf = async (remote = 'mf-agents') => (await current())?.remotes[remote]?.live;
const undo = () => acts.undo.perform(platform, annaHerself);

/** The site as another process opens it. */
const openAgain = () => buildPlatform(openFolderStore(join(platform.store.place, '..')));

/** What a server that starts now says of the store. */
async function problems(): Promise<readonly string[]> {
  const { chain } = openAgain();
  await chain.refresh({ whole: true });
  return chain.problems;
}

describe('undoing the last switch', () => {
  it('takes a rollback of several remotes back as a whole', async () => {
    const before = await current();
    await rollbackRelease(platform, { ...annaHerself, several: [{ remote: 'mf-agents' }, { remote: 'mf-demos' }] });
    expect(await current()).toMatchObject({
      action: 'rollback',
      remote: 'mf-agents',
      to: first,
      also: [{ remote: 'mf-demos', to: demos }],
    });
    expect([await liveOf(), await liveOf('mf-demos')]).toEqual([first, demos]);
    const { composition } = await undo();
    expect(composition).toMatchObject({ action: 'undo', undoes: { revision: 5, action: 'rollback' } });
    expect([await liveOf(), await liveOf('mf-demos')]).toEqual([second, before?.remotes['mf-demos']?.live]);
    expect(await problems()).toEqual([]);
  });

  it('happens once when two people ask for it at the same instant, and the other is told who was first', async () => {
    await rollbackRelease(platform, anna);
    const attempts = ['ben', 'cleo'].map((by) =>
      acts.undo.perform(openAgain(), { by, reason: 'too early', rules: [] }),
    );
    const words = (await Promise.allSettled(attempts)).map((said) =>
      said.status === 'fulfilled' ? `undid as ${said.value.composition.revision}` : String(said.reason),
    );
    expect(words.filter((one) => one === 'undid as 6')).toHaveLength(1);
    const told = words.find((one) => one !== 'undid as 6') ?? '';
    expect(told).toMatch(/(?:Another operator was first|was undone already): #6 undo of mf-agents .* by (?:ben|cleo)/);
    expect(await liveOf()).toBe(second);
    expect((await current())?.revision).toBe(6);
  });
});

describe('the gate before an undo, a restoration or a promotion', () => {
  let canary: string;

  beforeEach(async () => {
    canary = await buildPublished(platform.store, { version: '1.2.0' });
  });

  const startIt = () => startCanary(platform, { ...anna, id: canary, percent: 5 });
  const endIt = async () => {
    await startIt();
    await acts.abort.perform(platform, anna);
  };
  /** The acts, what comes before each, and the release that visitors get by it. */
  const cases = [
    { act: 'undo', after: 'a rollback', prepare: () => rollbackRelease(platform, anna), idOf: () => second },
    { act: 'undo', after: 'the end of a canary', prepare: endIt, idOf: () => canary },
    { act: 'restore', after: 'a withdrawal', prepare: () => acts.withdraw.perform(platform, anna), idOf: () => second },
    { act: 'promote', after: 'the start of a canary', prepare: startIt, idOf: () => canary },
  ] as const;

  it.each(cases)('refuses $act after $after if a file was changed meanwhile', async ({ act, prepare, idOf }) => {
    await prepare();
    const before = await current();
    await tamperWith(platform.store, idOf()).overwrite('browser/remoteEntry.js', () => 'changed');
    const { message, findings } = await refusalOf(acts[act].perform(platform, { ...anna, rules: quickGateRules }));
    expect(message).toContain(`mf-agents ${idOf()} was refused`);
    expect(findings).toEqual([expect.objectContaining({ rule: 'files' })]);
    expect(await current()).toEqual(before);
  });

  it.each(cases)('$act after $after: a rule for new releases holds for a promotion alone', async ({ act, prepare }) => {
    await prepare();
    const newRule: GateRule = {
      id: 'new',
      says: 'x',
      check: async () => [{ problem: 'It is too large.', remedy: 'x' }],
    };
    const attempt = acts[act].perform(platform, { ...anna, rules: [newRule] });
    if (act === 'promote') await expect(attempt).rejects.toThrow(GateRefusal);
    else expect(await attempt).toMatchObject({ outcome: 'changed' });
  });

  it('refuses an act on a release whose record is damaged, and says what to do', async () => {
    await startIt();
    await tamperWith(platform.store, canary).overwriteText('record', () => '{}');
    const { message, findings } = await refusalOf(acts.promote.perform(platform, anna));
    expect(message).toContain(`mf-agents ${canary} was refused`);
    const remedy = 'Remove the damaged folder from the store and publish the release again.';
    expect(findings).toEqual([{ rule: 'record', problem: expect.stringContaining(canary), remedy }]);
  });
});

describe('an act on a site that is as it asks already', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const steps = [
    ['unfreeze', {}, 'unchanged'],
    ['freeze', {}, 'changed'],
    ['freeze', {}, 'unchanged'],
    ['freeze', { until }, 'changed'],
    ['freeze', { until }, 'unchanged'],
    ['unfreeze', {}, 'changed'],
    ['unfreeze-site', {}, 'unchanged'],
    ['freeze-site', {}, 'changed'],
    ['freeze-site', {}, 'unchanged'],
    ['freeze-site', { until }, 'changed'],
    ['freeze-site', { until }, 'unchanged'],
    ['unfreeze-site', {}, 'changed'],
    ['restore', {}, 'unchanged'],
  ] as const;

  it('writes no revision', async () => {
    const outcomes: string[] = [];
    for (const [act, request] of steps) {
      const before = (await current())?.revision ?? 0;
      const { outcome, composition } = await acts[act].perform(platform, { ...anna, ...request });
      expect(composition.revision).toBe(outcome === 'changed' ? before + 1 : before);
      outcomes.push(outcome);
    }
    expect(outcomes).toEqual(steps.map(([, , outcome]) => outcome));
    expect(await current()).toMatchObject({ revision: 10 });
  });

  it('needs its right all the same', async () => {
    const id = await buildPublished(platform.store, { version: '1.2.0' });
    const plan = { steps: [{ percent: 5, minutes: 10 }], promote: true };
    await startCanary(platform, { ...anna, id, plan });
    const pair = buildKeyPair();
    const theirs = { ...openAgain(), readSigner: async () => pair };
    const grant = (actions: readonly RightAction[]) =>
      grantKey(platform, { ...annaHerself, name: 'them', key: pair.publicKey, remotes: '*', actions, expires: null });
    await grant(['canary']);
    await expect(acts.resume.perform(theirs, anna)).rejects.toThrow(/may not activate/);
    await grant(['canary', 'activate']);
    expect(await acts.resume.perform(theirs, anna)).toMatchObject({ outcome: 'unchanged' });
    await acts.pause.perform(platform, anna);
    await expect(acts.pause.perform(theirs, anna)).rejects.toThrow(/may not rollback/);
    await grant(['rollback']);
    expect(await acts.pause.perform(theirs, anna)).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('an act with nothing to act on', () => {
  it.each([
    ['a rollback of no remote', { remote: '' }, 'A rollback names at least one remote.'],
    ['a rollback of an unknown remote', { remote: 'mf-none' }, 'mf-none has no live release to roll back.'],
  ])('is refused: %s', async (_, request, words) => {
    await expect(rollbackRelease(platform, { ...anna, ...request })).rejects.toThrow(
      new ReleaseError('nothing-to-do', words),
    );
  });

  it('is refused on a site without rights, and says how to found one', async () => {
    const pair = buildKeyPair();
    const empty = { ...buildPlatform(openFolderStore(await buildFolder())), readSigner: async () => pair };
    await expect(acts.freeze.perform(empty, anna)).rejects.toThrow(
      /^This site has no rights yet: npm run release -- keys found/,
    );
  });
});

describe('a promotion', () => {
  it.each([{ guard: 'off' }, { guard: undefined }] as const)('with the guard $guard says so', async ({ guard }) => {
    const id = await buildPublished(platform.store, { version: '1.2.0' });
    await startCanary(platform, { ...anna, id, percent: 5 });
    const { composition } = await acts.promote.perform(platform, { ...anna, guard });
    expect(composition.remotes['mf-agents']?.guard).toBe(guard);
  });
});

describe('a rollback of several remotes', () => {
  const both = { ...annaHerself, several: [{ remote: 'mf-agents' }, { remote: 'mf-demos' }] };

  it('changes none of them when one has nothing to go back to', async () => {
    await rollbackRelease(platform, { ...anna, remote: 'mf-demos' });
    await expect(rollbackRelease(platform, both)).rejects.toThrow('has no previous release to go back to');
    expect(await liveOf()).toBe(second);
  });

  it('has open tabs of each leave what was left', async () => {
    await rollbackRelease(platform, both);
    await platform.chain.refresh({ whole: true });
    expect([...platform.chain.withdrawn.keys()]).toEqual([
      `mf-agents/${second}`,
      expect.stringMatching(/^mf-demos\/1\.1\.0-/),
    ]);
  });
});

describe('a withdrawn remote', () => {
  const withdrawal = { ...anna, reason: 'a wrong price' };
  let follower: SiteFollower;

  beforeEach(async () => {
    follower = await startFollower(openAgain());
    await acts.withdraw.perform(platform, withdrawal);
    await until(() => follower.current.withdrawn.includes('mf-agents'));
  });

  it('serves no page, touches no other remote, and has its open tabs leave', async () => {
    const { current: site } = follower;
    expect(site.findPage('/my-agent')).toBeUndefined();
    expect(site.findPage('/click-demos')?.remote.name).toBe('mf-demos');
    expect(site.isComplete).toBe(true);
    expect(Object.keys(follower.withdrawn)).toContain(`mf-agents/${second}`);
    const withdrawn = { since: expect.any(String), reason: 'a wrong price' };
    expect((await current())?.remotes['mf-agents']).toMatchObject({ withdrawn });
  });

  it('comes back with what is live then', async () => {
    await rollbackRelease(platform, anna);
    await until(() => follower.current.revision === 6);
    expect(follower.current.findPage('/my-agent')).toBeUndefined();
    await acts.restore.perform(platform, anna);
    await until(() => follower.current.findPage('/my-agent') !== undefined);
    expect(follower.current.findPage('/my-agent')?.remote.live.record.id).toBe(first);
    expect(Object.keys(follower.withdrawn)).not.toContain(`mf-agents/${first}`);
  });

  it('is not withdrawn twice', async () => {
    expect(await acts.withdraw.perform(platform, withdrawal)).toMatchObject({ outcome: 'unchanged' });
  });
});
