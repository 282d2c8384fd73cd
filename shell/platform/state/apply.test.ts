import { describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import type { KeyRights } from '../keys/rights.ts';
import type { Action, Revision } from '../log/revision.ts';
import { digest } from '../log/revision.ts';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import { apply } from './apply.ts';
import { activationOf, emptySite, type SiteState } from './site-state.ts';

const root = buildKeyPair();
const site = buildKeyPair();
const squad = buildKeyPair();
const started = Date.parse('2026-11-20T18:00:00.000Z');
const [first, second, third] = ['1.0.0-0a1b2c3d', '1.1.0-0a1b2c3d', '1.2.0-0a1b2c3d'];
const agents = 'mf-agents';
const demos = 'mf-demos';

interface Said extends Partial<Revision> {
  /** Whose signatures hold; that of the site's own key, or the root key's where rights are changed. */
  signers?: readonly string[];
  /** After the beginning. */
  minutes?: number;
}

/** The state after an act, or why it may not be done. */
function attempt(state: SiteState, action: Action, { signers, minutes = 0, ...change }: Said = {}) {
  const at = new Date(started + minutes * 60_000).toISOString();
  const entry: Revision = {
    ...{ revision: state.revision + 1, previous: state.sha256, at, by: 'anna', reason: 'because', action },
    ...change,
  };
  const isOfRoot = ['found', 'grant', 'revoke', 'rotate-key', 'rotate-root'].includes(action.type);
  return apply(state, { entry, sha256: digest(entry) }, signers ?? [isOfRoot ? root.keyId : site.keyId]);
}

function act(state: SiteState, action: Action, said?: Said): SiteState {
  const result = attempt(state, action, said);
  if ('refusal' in result) throw new Error(result.refusal.message);
  return result.state;
}

function refusalOf(state: SiteState, action: Action, said?: Said): string {
  const result = attempt(state, action, said);
  return 'refusal' in result ? result.refusal.message : 'it counts';
}

const activate = (id: string, remote = agents): Action => ({ type: 'activate', remote, id });
const rollback = (to: string, remote = agents, previous: string | null = null): Action => ({
  type: 'rollback',
  moves: [{ remote, to, previous }],
});
const undo = (state: SiteState): Action => ({ type: 'undo', revision: state.composition?.revision ?? 0 });
const about = (
  type: 'abort' | 'advance' | 'pause' | 'resume' | 'freeze' | 'unfreeze' | 'withdraw' | 'restore',
): Action => ({ type, remote: agents });
const grant = (name: string, publicKey: string): Action => ({
  ...{ type: 'grant', name, publicKey, remotes: '*', actions: ['publish'], expires: null },
});
const steps = [
  { percent: 5, minutes: 10 },
  { percent: 50, minutes: 10 },
];
/** Its share stays. */
const canary = { type: 'canary', remote: agents, id: third, percent: 5 } as const;
/** It grows by plan, and then goes live or stays. */
const canaryUntil = (promote: boolean): Action => ({ ...canary, plan: { steps, promote } });
const promote = { type: 'promote', remote: agents, id: third } as const;
const bySquad = { signers: [squad.keyId] };

function found(): SiteState {
  const key = (publicKey: string, actions: KeyRights['actions']): KeyRights => ({
    ...{ publicKey, actions, remotes: '*', expires: null },
  });
  const everything: KeyRights['actions'] = ['publish', 'activate', 'canary', 'rollback', 'freeze', 'prune', 'policy'];
  return act(emptySite, {
    type: 'found',
    root: root.encoded,
    keys: { site: key(site.encoded, everything) },
    namespaces: [{ path: '/agents', remote: agents }],
    budget: { registered: 30_000, page: 90_000 },
  });
}

/** A site with two releases of each of two remotes, the second of which is live. */
function live(): SiteState {
  return [activate(first), activate(first, demos), activate(second, demos), activate(second)].reduce(
    (state, action) => act(state, action),
    found(),
  );
}

const granted = (state: SiteState, rights: Partial<Omit<KeyRights, 'publicKey' | 'revoked'>>): SiteState =>
  act(state, {
    ...{ type: 'grant', name: 'squad', publicKey: squad.encoded },
    ...{ remotes: [agents], actions: ['publish', 'activate'], expires: null, ...rights },
  });

const of = (state: SiteState, remote = agents): Composition['remotes'][string] | undefined =>
  state.composition?.remotes[remote];

describe('a log', () => {
  it('begins with the founding of its site, by the root key that it names, and has no second one', () => {
    const founding = found();
    expect(founding).toMatchObject({ revision: 0, composition: null, rights: { root: root.encoded } });
    const again: Action = {
      type: 'found',
      root: root.encoded,
      keys: {},
      namespaces: [],
      budget: { registered: 1, page: 1 },
    };
    expect(refusalOf(founding, again)).toMatch(/begins with the founding of its site, once/);
    expect(refusalOf(emptySite, again, { signers: [site.keyId] })).toMatch(/is not the root key/);
  });

  it.each<[string, Said]>([
    ['skips a number', { revision: 7 }],
    ['is a copy of an older one', { revision: 3 }],
    ['follows on another history', { previous: '0'.repeat(64) }],
    ['follows on nothing', { previous: null }],
  ])('takes no revision that %s', (_, said) => {
    expect(refusalOf(live(), activate(first), said)).toMatch(/^It does not follow on revision 4 as that is here/);
  });

  it('leaves the state as it was when it refuses', () => {
    const state = live();
    const before = structuredClone(state);
    for (const action of [activate(first), rollback(third)]) attempt(state, action, bySquad);
    expect(state).toEqual(before);
  });
});

describe('the right to an act', () => {
  it.each<[string, Partial<KeyRights>, Action, RegExp]>([
    [
      'by a key of another remote',
      { remotes: [demos] },
      activate(first),
      /the key squad, which is for mf-demos, not for mf-agents/,
    ],
    [
      'by a key that may only publish',
      { actions: ['publish'] },
      activate(first),
      /which may publish, not activate.* keys grant squad /,
    ],
    [
      'of several by a key of one',
      { actions: ['rollback'] },
      {
        type: 'rollback',
        moves: [
          { remote: agents, to: first, previous: null },
          { remote: demos, to: first, previous: null },
        ],
      },
      /which is for mf-agents, not for mf-demos/,
    ],
    [
      'of the whole site by a key of one remote',
      { actions: ['freeze'] },
      { type: 'freeze-site' },
      /not for all remotes/,
    ],
  ])('is asked: nothing goes %s', (_, words, action, why) => {
    expect(refusalOf(granted(live(), words), action, bySquad)).toMatch(why);
  });

  it('ends at the end of a key, and what was done before stays', () => {
    const state = act(granted(live(), { expires: new Date(started + 60_000).toISOString() }), activate(third), bySquad);
    expect(refusalOf(state, activate(first), { ...bySquad, minutes: 2 })).toMatch(
      /the key squad, which ended at .* keys rotate squad/,
    );
    expect(of(state)).toMatchObject({ live: third, previous: second });
  });

  it('ends with a revocation, also for one who names the time before it', () => {
    const state = act(act(granted(live(), {}), activate(third), bySquad), { type: 'revoke', name: 'squad' });
    expect(refusalOf(state, activate(first), bySquad)).toMatch(
      /the key squad, which was revoked at .* Sign with another key/,
    );
    expect(of(state)?.live).toBe(third);
  });

  const everyRight: KeyRights['actions'] = ['publish', 'activate', 'canary', 'rollback', 'freeze', 'prune', 'policy'];
  const planned = canaryUntil(false);

  /** With these rights alone the act counts, and without one of them it does not. */
  function expectRights(state: SiteState, action: Action, needed: KeyRights['actions']) {
    const attemptWith = (actions: KeyRights['actions']) =>
      refusalOf(granted(state, { remotes: '*', actions }), action, bySquad);
    expect(attemptWith(needed)).toBe('it counts');
    for (const right of needed)
      expect(attemptWith(everyRight.filter((one) => one !== right))).toMatch(
        new RegExp(`^This key may not ${right} .*, not ${right}\\.`),
      );
  }

  it.each<[KeyRights['actions'], Action, Action[]]>([
    [['activate'], activate(third), []],
    [['activate'], promote, [planned]],
    [['activate'], about('withdraw'), []],
    [['activate'], about('restore'), [about('withdraw')]],
    [['canary'], planned, []],
    // It goes live by itself.
    [['canary', 'activate'], canaryUntil(true), []],
    [['canary'], about('resume'), [planned, about('pause')]],
    [['canary', 'activate'], about('resume'), [canaryUntil(true), about('pause')]],
    [['rollback'], rollback(first), []],
    [['rollback'], about('pause'), [planned]],
    [['rollback'], about('abort'), [planned]],
    [['freeze'], about('freeze'), []],
    [['freeze'], about('unfreeze'), [about('freeze')]],
    [['freeze'], { type: 'freeze-site' }, []],
    [['freeze'], { type: 'unfreeze-site' }, [{ type: 'freeze-site' }]],
    [['prune'], { type: 'prune', subjects: [`${agents} ${first}`] }, []],
    [['publish'], { type: 'resign', subjects: [`${agents} ${first}`] }, []],
    [['policy'], { type: 'paths', path: '/x', remote: agents }, []],
  ])('is %j alone for %j', (rights, action, before) => {
    const state = before.reduce((done, one) => act(done, one), live());
    expectRights(state, action, rights);
  });

  it.each<[KeyRights['actions'], Action[]]>([
    [['rollback'], [activate(third)]],
    [['rollback'], [planned]],
    [['activate'], [rollback(first)]],
    [['activate'], [about('withdraw')]],
    [['activate'], [about('withdraw'), about('restore')]],
    [['freeze'], [about('freeze')]],
    [['freeze'], [about('freeze'), about('unfreeze')]],
    [['freeze'], [{ type: 'freeze-site' }]],
    [['freeze'], [{ type: 'freeze-site' }, { type: 'unfreeze-site' }]],
    // A canary that runs on is not touched.
    [['freeze'], [planned, about('freeze')]],
    [['freeze'], [planned, { type: 'freeze-site' }]],
    [['freeze'], [planned, about('freeze'), about('unfreeze')]],
    [['freeze'], [planned, { type: 'freeze-site' }, { type: 'unfreeze-site' }]],
    [['activate'], [planned, about('withdraw')]],
    [['activate'], [planned, about('withdraw'), about('restore')]],
    // A canary that comes back is started.
    [['canary'], [planned, about('abort')]],
    [['canary'], [planned, about('pause')]],
    [
      ['rollback', 'canary'],
      [planned, about('pause'), about('resume')],
    ],
    [
      ['rollback', 'canary'],
      [planned, promote],
    ],
    [
      ['rollback', 'canary'],
      [planned, activate(third)],
    ],
  ])('is %j to undo the last of %j', (rights, acts) => {
    const state = acts.reduce((done, one) => act(done, one), live());
    expectRights(state, { type: 'undo', revision: state.composition?.revision ?? 0 }, rights);
  });

  it('is for a release that is signed again that of its own remote', () => {
    const resign = (remote: string): Action => ({ type: 'resign', subjects: [`${remote} ${first}`] });
    expect(refusalOf(granted(live(), {}), resign(agents), bySquad)).toBe('it counts');
    expect(refusalOf(granted(live(), {}), resign(demos), bySquad)).toMatch(/not for mf-demos/);
  });
});

describe('rights', () => {
  it.each<[string, Action]>([
    ['granted', grant('other', squad.encoded)],
    ['revoked', { type: 'revoke', name: 'site' }],
    ['rotated', { type: 'rotate-key', name: 'site', publicKey: squad.encoded }],
  ])('are %s by the root key alone', (_, action) => {
    expect(refusalOf(found(), action, { signers: [site.keyId] })).toMatch(/is not the root key of this site/);
  });

  it('go over to a new key: the one before signs nothing new, and is on the list by another name', () => {
    const next = buildKeyPair();
    const state = act(
      granted(live(), {}),
      { type: 'rotate-key', name: 'squad', publicKey: next.encoded },
      { minutes: 1 },
    );
    expect(of(act(state, activate(third), { signers: [next.keyId], minutes: 1 }))?.live).toBe(third);
    expect(refusalOf(state, activate(third), { ...bySquad, minutes: 2 })).toMatch(
      /the key squad\.old1, which ended at .* The key squad has taken its place/,
    );
  });

  it('go over to a new root key that the old one and itself have signed', () => {
    const next = buildKeyPair();
    const action: Action = { type: 'rotate-root', root: next.encoded };
    expect(refusalOf(found(), action, { signers: [next.keyId] })).toMatch(/is not the root key/);
    const state = act(found(), action, { signers: [root.keyId, next.keyId] });
    expect(refusalOf(state, { type: 'revoke', name: 'site' })).toMatch(/is not the root key/);
    act(state, { type: 'revoke', name: 'site' }, { signers: [next.keyId] });
  });

  it('let a key for paths and budgets change those', () => {
    const state = granted(found(), { remotes: '*', actions: ['policy'] });
    const moved = act(state, { type: 'paths', path: '/news', remote: demos }, bySquad);
    expect(moved.rights?.namespaces).toContainEqual({ path: '/news', remote: demos });
    const budget = { registered: 1, page: 2 };
    expect(act(moved, { type: 'budget', remote: demos, budget }, bySquad).rights?.budgets).toEqual({ [demos]: budget });
  });
});

describe('a time', () => {
  it('from before the revision before is refused of a key that could sign on after its end so', () => {
    const state = act(granted(live(), {}), activate(third), { minutes: 60 });
    expect(refusalOf(state, activate(first), { ...bySquad, minutes: 0 })).toMatch(
      /which is before the revision that it follows on/,
    );
    act(state, activate(first), { ...bySquad, minutes: 56 });
  });

  it('is not put right by a key that has an end', () => {
    const withEnd = { remotes: '*', expires: new Date(started + 1e9).toISOString() } as const;
    const state = act(granted(live(), withEnd), activate(third), { minutes: 60 });
    expect(refusalOf(state, activate(first), bySquad)).toMatch(/which is before the revision that it follows on/);
  });

  it('to come that a squad made up is put right by a key that may activate everything and has no end', () => {
    const state = act(granted(live(), {}), activate(third), { ...bySquad, minutes: 1e7 });
    expect(of(act(state, activate(first), { minutes: 5 }))?.live).toBe(first);
  });
});

describe('going live and back', () => {
  it('remembers what was before, goes back to it, and never forth to what was left', () => {
    const state = act(live(), rollback(first));
    expect(of(state)).toMatchObject({ live: first, previous: null });
    expect(state.composition).toMatchObject({ action: 'rollback', from: second, to: first });
    expect(refusalOf(state, rollback(second, agents, third))).toMatch(/was never live/);
  });

  it('changes several remotes at once, each to its own release', () => {
    const state = act(act(live(), activate(third, demos)), {
      type: 'rollback',
      moves: [
        { remote: agents, to: first, previous: null },
        { remote: demos, to: second, previous: first },
      ],
    });
    expect(of(state)).toMatchObject({ live: first, previous: null });
    expect(of(state, demos)).toMatchObject({ live: second, previous: first });
    expect(state.composition?.also).toEqual([{ remote: demos, from: third, to: second }]);
  });

  it('touches no other remote', () => {
    const before = live();
    expect(of(act(before, activate(third)), demos)).toBe(of(before, demos));
  });
});

describe('a canary', () => {
  const advance = about('advance');
  const byPlan: Action = { ...promote, byPlan: true };
  const server = (state: SiteState) => granted(state, { remotes: '*', actions: ['rollback'] });
  const planned = () => server(act(live(), canaryUntil(true)));

  it('takes the steps of its plan when they are due, by a key that may only step back', () => {
    expect(refusalOf(planned(), advance, { ...bySquad, minutes: 5 })).toMatch(
      /The time of the step of mf-agents is not over/,
    );
    const state = act(planned(), advance, { ...bySquad, minutes: 10 });
    expect(of(state)?.canary).toMatchObject({ percent: 50, plan: { step: 1 } });
    expect(refusalOf(state, byPlan, { ...bySquad, minutes: 15 })).toMatch(/is not over/);
    expect(of(act(state, byPlan, { ...bySquad, minutes: 20 }))).toMatchObject({ live: third, previous: second });
  });

  it('goes no further than its plan says', () => {
    expect(refusalOf(planned(), byPlan, { ...bySquad, minutes: 60 })).toMatch(/no plan that says what comes next/);
    expect(refusalOf(planned(), promote, bySquad)).toMatch(/which may rollback, not activate/);
    const share = server(act(live(), { ...canary, plan: { steps: steps.slice(0, 1), promote: false } }));
    for (const action of [advance, byPlan])
      expect(refusalOf(share, action, { ...bySquad, minutes: 60 })).toMatch(/no plan/);
  });

  it('is held and goes on: its time begins again, and nobody who may only step back lets it go on', () => {
    const held = act(planned(), about('pause'), bySquad);
    for (const action of [advance, byPlan])
      expect(refusalOf(held, action, { ...bySquad, minutes: 60 })).toMatch(/no plan/);
    expect(refusalOf(held, about('resume'), bySquad)).toMatch(/which may rollback, not canary/);
    const again = act(held, about('resume'), { minutes: 60 });
    expect(refusalOf(again, advance, { ...bySquad, minutes: 65 })).toMatch(/is not over/);
  });

  it('ends by an act of its own, with a rollback and with another release', () => {
    expect(of(act(planned(), about('abort')))).toEqual(of(live()));
    for (const action of [rollback(first), activate(first)]) expect(of(act(planned(), action))?.canary).toBeUndefined();
  });
});

describe('a freeze', () => {
  const freeze = (until?: number): Action => ({
    ...{ type: 'freeze', remote: agents },
    ...(until !== undefined && { until: new Date(started + until * 60_000).toISOString() }),
  });

  it('keeps new releases away and lets steps back go on, until it is ended', () => {
    const state = act(live(), freeze());
    expect(refusalOf(state, activate(third))).toMatch(
      /^mf-agents is frozen since .* \("because"\): .*unfreeze mf-agents/,
    );
    expect(of(act(state, rollback(first)))).toMatchObject({ live: first, frozen: new Date(started).toISOString() });
    expect(of(act(act(state, about('unfreeze')), activate(third)))?.live).toBe(third);
  });

  it('is over at its end, and not before', () => {
    const state = act(live(), freeze(30));
    expect(refusalOf(state, activate(third), { minutes: 29 })).toMatch(/is frozen/);
    act(state, activate(third), { minutes: 30 });
  });

  const planned = canaryUntil(true);

  it.each<[string, Action, Action[]]>([
    ['a canary', planned, []],
    ['a larger canary', about('advance'), [planned]],
    ['a canary that goes on', about('resume'), [planned, about('pause')]],
    ['a canary that goes live', promote, [planned]],
  ])('keeps %s away', (_, action, before) => {
    const state = before.reduce((done, one) => act(done, one), live());
    act(state, action, { minutes: 10 });
    expect(refusalOf(act(state, freeze()), action, { minutes: 10 })).toMatch(/is frozen/);
  });

  it.each<[string, Action]>([
    ['the end of a canary', about('abort')],
    ['the pause of a canary', about('pause')],
  ])('lets %s go on, and keeps its undo away', (_, action) => {
    const state = act(act(act(live(), planned), freeze()), action);
    expect(refusalOf(state, undo(state))).toMatch(/is frozen/);
  });

  it('of the site comes back when its end is undone', () => {
    const frozen = act(live(), { type: 'freeze-site' });
    const ended = act(frozen, { type: 'unfreeze-site' }, { minutes: 1 });
    const state = act(ended, undo(ended), { minutes: 2 });
    expect(state.composition?.siteFrozen).toEqual(frozen.composition?.siteFrozen);
  });

  it('of the site is for every remote, stays with every other act, and is ended by its own', () => {
    const state = act(act(live(), { type: 'freeze-site' }), rollback(first));
    expect(refusalOf(state, activate(third, demos))).toMatch(
      /^The site is frozen since \S+ \("because"\): "npm run release -- unfreeze --site" ends that\.$/,
    );
    act(act(state, { type: 'unfreeze-site' }), activate(third, demos));
  });
});

describe('the activations of a release', () => {
  it('are known with the release before', () => {
    const state = live();
    expect(activationOf(state, agents, second)).toMatchObject({ from: first });
    expect(activationOf(state, agents, first)).toMatchObject({ from: null });
    expect(activationOf(state, agents, third)).toBeUndefined();
    expect(activationOf(act(state, activate(third)), agents, second)).toMatchObject({ from: first });
  });

  it('are those of a canary once it is live', () => {
    const shown = act(live(), canary);
    expect(activationOf(shown, agents, third)).toBeUndefined();
    const state = act(shown, promote);
    expect(activationOf(state, agents, third)).toMatchObject({ from: second });
  });

  it('are not what brought a release back', () => {
    const state = act(live(), rollback(first));
    expect(activationOf(state, agents, first)).toMatchObject({ from: null });
    expect(activationOf(act(state, undo(state)), agents, second)).toMatchObject({ from: first });
  });
});

describe('a withdrawn remote', () => {
  it('stays so whatever is switched meanwhile, and comes back with what is live then', () => {
    const state = act(act(live(), about('withdraw')), activate(third));
    expect(of(state)).toMatchObject({ live: third, withdrawn: { reason: 'because' } });
    const restored = of(act(state, about('restore')));
    expect(restored).toMatchObject({ live: third });
    expect(restored?.withdrawn).toBeUndefined();
  });
});

describe('an undo', () => {
  it.each<[string, Action]>([
    ['an activation', activate(third)],
    ['a rollback', rollback(first)],
    ['a freeze', about('freeze')],
    ['a freeze of the site', { type: 'freeze-site' }],
    ['a withdrawal', about('withdraw')],
    ['a canary', canary],
  ])('takes %s back, and is not undone itself', (_, action) => {
    const before = live();
    const changed = act(before, action);
    const state = act(changed, undo(changed));
    expect(state.composition?.remotes).toEqual(before.composition?.remotes);
    expect(state.composition?.siteFrozen).toBeUndefined();
    expect(refusalOf(state, undo(state))).toMatch(/^Revision 5 was undone already: #6 undo/);
  });

  it('is of the newest switch alone, also when rights were changed since', () => {
    const state = granted(live(), { actions: ['rollback'] });
    expect(refusalOf(state, { type: 'undo', revision: 2 })).toMatch(/another revision than the one in effect/);
    expect(of(act(state, undo(state), bySquad))?.live).toBe(first);
  });

  it('is kept off by a freeze when it goes forward', () => {
    const frozen = act(act(live(), about('freeze')), rollback(first));
    expect(refusalOf(frozen, undo(frozen))).toMatch(/is frozen/);
  });
});

describe('a refusal', () => {
  function codeOf(state: SiteState, action: Action, said?: Said): string {
    const result = attempt(state, action, said);
    return 'refusal' in result ? result.refusal.code : 'accepted';
  }

  const rotate = (change: { publicKey?: string; expires?: string | null } = {}): Action => ({
    ...{ type: 'rotate-key', name: 'squad', publicKey: buildKeyPair().encoded, ...change },
  });
  const past = new Date(started - 60_000).toISOString();
  const planned = canaryUntil(false);
  const moves = [agents, agents].map((remote) => ({ remote, to: first, previous: null }));
  const frozen = () => act(live(), about('freeze'));
  const withKey = () => granted(live(), {});
  const undo = (revision: number): Action => ({ type: 'undo', revision });
  const revoke = (name: string): Action => ({ type: 'revoke', name });
  const revoked = () => act(withKey(), revoke('squad'));
  const withCanary = () => act(live(), canary);
  const withPlan = () => act(live(), planned);
  const pause = about('pause');

  it.each<[string, string, () => SiteState, Action, Said?]>([
    ['revision-refused', 'does not follow', live, activate(first), { revision: 9 }],
    ['revision-refused', 'begins with the founding', () => emptySite, activate(first)],
    ['right', 'No signature over it holds', live, activate(first), { signers: [] }],
    ['right', 'This key may not activate mf-agents', live, activate(first), bySquad],
    ['right', 'which is not on the list of keys. The staff who have the root key', live, activate(first), bySquad],
    ['right', 'This key may not freeze here', live, { type: 'freeze-site' }, bySquad],
    ['keys', 'The new root key has not signed it', found, { type: 'rotate-root', root: squad.encoded }],
    ['keys', 'is on the list already, as squad.', withKey, grant('other', squad.encoded)],
    ['keys', 'as squad, and was revoked.', revoked, grant('other', squad.encoded)],
    ['keys', 'There is another key squad', withKey, grant('squad', buildKeyPair().encoded)],
    ['keys', 'make a new one', withKey, rotate({ publicKey: squad.encoded })],
    ['keys', 'There is no key lost in force; the list has site.', found, revoke('lost')],
    ['keys', 'There is no key lost in force; the list has site.', revoked, revoke('lost')],
    ['keys', 'The key squad was revoked at', revoked, revoke('squad')],
    ['keys', 'give it an end to come', () => granted(live(), { expires: past }), rotate()],
    ['nothing-to-do', 'belongs to mf-agents already', live, { type: 'paths', path: '/agents', remote: agents }],
    ['nothing-to-do', 'belongs to nobody already', live, { type: 'paths', path: '/none', remote: null }],
    ['nothing-to-do', 'Nothing was switched yet', found, undo(1)],
    ['nothing-to-do', 'Revision 4 was undone already', () => act(live(), undo(4)), undo(5)],
    ['revision-refused', 'another revision than the one in effect', live, undo(1)],
    [
      'nothing-to-do',
      'Before revision 1 mf-agents had no live release: withdraw it',
      () => act(found(), activate(first)),
      undo(1),
    ],
    ['bad-name', 'mf-agents is named twice', live, { type: 'rollback', moves }],
    ['nothing-to-do', 'Nothing is live that could be frozen', found, { type: 'freeze-site' }],
    ['nothing-to-do', 'no live release beside which', found, canary],
    ['nothing-to-do', 'no live release to roll back', found, rollback(first)],
    ['nothing-to-do', 'no live release to freeze', found, about('freeze')],
    ['nothing-to-do', 'no live release to freeze', found, about('unfreeze')],
    ['nothing-to-do', 'no live release to withdraw', found, about('withdraw')],
    ['nothing-to-do', 'no live release to withdraw', found, about('restore')],
    ['nothing-to-do', 'No canary of mf-agents is running', found, about('abort')],
    ['nothing-to-do', 'No canary of mf-agents is running', live, about('abort')],
    ['nothing-to-do', 'is live already', live, rollback(second)],
    ['nothing-to-do', 'was never live, so it cannot be rolled back to: activate it', live, rollback(third)],
    ['nothing-to-do', 'is live already', live, { ...canary, id: second }],
    [
      'revision-refused',
      'does not begin with its first step',
      live,
      { ...canary, percent: 7, plan: { steps, promote: false } },
    ],
    [
      'bad-name',
      'grow with each step; 5 percent follows on 50 percent',
      live,
      { ...canary, percent: 50, plan: { steps: steps.toReversed(), promote: false } },
    ],
    [
      'bad-name',
      'grow with each step; 5 percent follows on 5 percent',
      live,
      { ...canary, plan: { steps: [{ percent: 5, minutes: 1 }, ...steps], promote: false } },
    ],
    ['revision-refused', `${first} is not the canary`, withCanary, { ...promote, id: first }],
    ['nothing-to-do', 'has no plan: its share', withCanary, pause],
    ['nothing-to-do', 'no plan that says', withCanary, { ...promote, byPlan: true }],
    ['nothing-to-do', 'is not paused', withPlan, about('resume')],
    ['nothing-to-do', 'is paused already', () => act(withPlan(), pause), pause],
    ['revision-refused', 'is not over', withPlan, about('advance')],
    ['frozen', 'mf-agents is frozen since 2026-11-20T18:00:00.000Z ("because")', frozen, activate(third)],
    [
      'frozen',
      'until 2026-11-20T18:30:00.000Z ("because"): ',
      () => act(live(), { type: 'freeze', remote: agents, until: '2026-11-20T18:30:00.000Z' }),
      activate(third),
    ],
    ['bad-name', 'A freeze ends in the future', live, { type: 'freeze', remote: agents, until: past }],
    ['bad-name', 'A freeze ends in the future', live, { type: 'freeze-site', until: past }],
    ['bad-name', 'A freeze ends in the future', live, { type: 'freeze-site', until: new Date(started).toISOString() }],
    [
      'bad-name',
      'Every page is made with the shell',
      () => act(live(), activate(first, 'shell')),
      { type: 'withdraw', remote: 'shell' },
    ],
  ])('has the code %s: %s', (code, words, state, action, said = {}) => {
    expect(refusalOf(state(), action, said)).toContain(words);
    expect(codeOf(state(), action, said)).toBe(code);
  });
});

describe('the state after an act', () => {
  const minute = (minutes: number) => new Date(started + minutes * 60_000).toISOString();

  it('keeps since when a release is live if the same one is activated again', () => {
    const state = act(live(), { ...activate(second), guard: 'off' } as Action, { minutes: 5 });
    expect(of(state)).toEqual({ live: second, previous: first, since: minute(0), guard: 'off' });
    expect(of(act(state, activate(third), { minutes: 6 }))).toEqual({
      live: third,
      previous: second,
      since: minute(6),
    });
  });

  it('has the end and the reason of a freeze, and loses them with it', () => {
    const until = minute(30);
    const state = act(live(), { type: 'freeze', remote: agents, until });
    expect(of(state)).toMatchObject({ frozen: minute(0), frozenUntil: until, frozenFor: 'because' });
    expect(of(act(state, about('unfreeze')))).toEqual(of(live()));
    const ofSite = act(live(), { type: 'freeze-site', until }).composition;
    expect(ofSite?.siteFrozen).toEqual({ since: minute(0), until, reason: 'because' });
    expect(act(live(), { type: 'freeze-site' }).composition?.siteFrozen).toEqual({
      since: minute(0),
      reason: 'because',
    });
  });

  it('has what the log says of a switch: its plan, its evidence, and the revision that it undoes', () => {
    const evidence = { views: 60, failures: 60, sinceSeconds: 9, networks: 60, failedNetworks: 60 };
    const back: Action = { ...rollback(first), evidence } as Action;
    expect(act(live(), back).composition).toMatchObject({ evidence });
    expect(act(live(), rollback(first)).composition).not.toHaveProperty('evidence');
    const started5 = act(live(), { ...canary, plan: { steps: steps.slice(0, 1), promote: true } });
    const byPlan = act(started5, { ...promote, byPlan: true }, { minutes: 10 });
    expect(byPlan.composition).toMatchObject({ byPlan: true, from: second, to: third });
    const byHand = act(started5, promote);
    expect(byHand.composition).not.toHaveProperty('byPlan');
    expect(byHand.composition).not.toHaveProperty('also');
  });

  it('begins again for a release and a canary that an undo brings back', () => {
    const withCanary = act(live(), canary);
    const ended = act(withCanary, rollback(first), { minutes: 3 });
    const state = act(ended, { type: 'undo', revision: ended.revision }, { minutes: 7 });
    expect(of(state)).toMatchObject({ live: second, since: minute(7), canary: { id: third, since: minute(7) } });
    const paused = act(live(), about('freeze'), { minutes: 3 });
    expect(of(act(paused, { type: 'undo', revision: paused.revision }, { minutes: 7 }))?.since).toBe(minute(0));
  });

  it('allows a rollback to each release that was live, however it became so', () => {
    const promoted = act(act(live(), canary), promote);
    const activated = act(promoted, activate('2.0.0-0a1b2c3d'));
    for (const id of [first, second, third]) expect(of(act(activated, rollback(id)))?.live).toBe(id);
    expect(refusalOf(activated, rollback('9.9.9-0a1b2c3d'))).toMatch(/was never live/);
  });

  it('keeps the rights of a rotated key, with the end that it is given, and ends the former key now', () => {
    const expires = minute(600);
    const state = granted(live(), { expires });
    const [next, last] = [buildKeyPair(), buildKeyPair()];
    const once = act(state, { type: 'rotate-key', name: 'squad', publicKey: next.encoded }, { minutes: 1 });
    expect(once.rights?.keys).toMatchObject({
      squad: { publicKey: next.encoded, remotes: [agents], actions: ['publish', 'activate'], expires },
      'squad.old1': { publicKey: squad.encoded, expires: minute(1) },
    });
    const longer = { type: 'rotate-key', name: 'squad', publicKey: last.encoded, expires: null } as const;
    const twice = act(once, longer, { minutes: 2 });
    expect(twice.rights?.keys).toMatchObject({
      squad: { publicKey: last.encoded, expires: null },
      'squad.old1': { expires: minute(1) },
      'squad.old2': { publicKey: next.encoded, expires: minute(2) },
    });
    const over = act(state, { ...longer, expires: minute(900) }, { minutes: 700 });
    expect(over.rights?.keys['squad.old1']?.expires).toBe(expires);
  });

  it('has the changed rights of a key that is granted again', () => {
    const state = granted(granted(live(), {}), { actions: ['rollback'] });
    expect(state.rights?.keys.squad?.actions).toEqual(['rollback']);
  });
});
