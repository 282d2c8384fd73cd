import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CanaryPlan, Composition } from 'kit/contracts/composition';
import { startCanary } from '../canary/canary.ts';
import { pausePlan } from '../canary/pause-plan.ts';
import type { Signer } from '../keys/signer.ts';
import type { ReleasePlatform } from '../policy/release-policy.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { setFrozen, setSiteFrozen } from '../switch/freeze.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import { setWithdrawn } from '../switch/withdraw.ts';
import { buildPublishedSite } from '../testing/build-published-site.ts';
import type { RightAction } from './rights-revision.ts';
import { signHash } from './signed-entry.ts';
import { anna, buildGrantedSigner, buildStartedChain } from './testing/build-switched-site.ts';

const plan: CanaryPlan = {
  steps: [
    { percent: 5, minutes: 10 },
    { percent: 50, minutes: 10 },
  ],
  step: 0,
  promote: true,
};
let dataDir: string;
let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;
let demos: string;

beforeEach(async () => {
  const { demos: old, newerDemos, ...site } = await buildPublishedSite();
  ({ dataDir, store, platform, first, second } = site);
  demos = newerDemos;
  await activateRelease(platform, { ...anna, id: first });
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: old });
  await activateRelease(platform, { ...anna, remote: 'mf-demos', id: demos });
});

const grant = (remotes: '*' | string[], actions: RightAction[]) =>
  buildGrantedSigner(platform, 'squad', { remotes, actions });

type State = Composition['remotes'][string];

/** What somebody writes who has a key and does not use our commands; gives what a server that starts now says of it. */
async function forge(
  signer: Signer,
  change: (now: { composition: Composition; agents: State; other: State }) => Partial<Composition>,
) {
  await platform.chain.refresh({ whole: true });
  const { current } = platform.chain;
  const { composition } = current ?? {};
  const [agents, other] = [composition?.remotes['mf-agents'], composition?.remotes['mf-demos']];
  if (!composition || !agents || !other || !current) throw new Error('not all is live');
  const { revision, remotes, siteFrozen } = composition;
  const entry: Composition = {
    revision: revision + 1,
    at: new Date().toISOString(),
    by: 'mallory',
    action: 'rollback',
    remote: 'mf-agents',
    from: agents.live,
    to: agents.live,
    reason: '',
    previous: { revision, sha256: current.sha256 },
    ...(siteFrozen && { siteFrozen }),
    remotes,
    ...change({ composition, agents, other }),
  };
  await store.compositions.append(entry, (hash) => [signHash('composition', hash, signer)]);
  const chain = await buildStartedChain(dataDir);
  const counts = chain.current?.composition.revision === entry.revision;
  return { counts, problem: chain.problems.join(' ') };
}

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('a rollback of several remotes', () => {
  const both = ({ agents, other }: { agents: State; other: State }): Partial<Composition> => ({
    also: [{ remote: 'mf-demos', from: other.live, to: other.previous ?? '' }],
    to: first,
    remotes: {
      'mf-agents': { ...agents, live: first, previous: null },
      'mf-demos': { ...other, live: other.previous ?? '', previous: null },
    },
  });

  beforeEach(() => activateRelease(platform, { ...anna, id: second }));

  it('counts by a key that may roll all of them back', async () => {
    expect(await forge(await grant(['mf-agents', 'mf-demos'], ['rollback']), both)).toMatchObject({ counts: true });
  });

  it('does not by a key of one of them', async () => {
    const { counts, problem } = await forge(await grant(['mf-agents'], ['rollback']), both);
    expect(counts).toBe(false);
    expect(problem).toContain('the key squad, which is for mf-agents, not for mf-demos');
  });

  it('does not change a remote that it does not name, nor name one twice', async () => {
    const squad = await grant('*', ['rollback']);
    const silent = await forge(squad, (now) => ({ ...both(now), also: undefined }));
    expect(silent.problem).toContain('it changes other remotes than mf-agents');
  });

  it('names no remote twice', async () => {
    const twice = await forge(await grant('*', ['rollback']), (now) => ({
      ...both(now),
      also: [{ remote: 'mf-agents', from: second, to: first }],
    }));
    expect(twice.problem).toContain('it names a remote twice');
  });

  it('is the only thing that changes several', async () => {
    const all = await forge(await grant('*', ['activate']), (now) => ({ ...both(now), action: 'activate' }));
    expect(all.problem).toContain('it changes several remotes, which only a rollback may');
  });
});

describe('a canary by plan', () => {
  const start = ({ agents }: { agents: State }, own = plan): Partial<Composition> => ({
    action: 'canary',
    to: second,
    remotes: { 'mf-agents': { ...agents, canary: { id: second, percent: 5, since: later(0), plan: own } } },
  });
  const withDemos = (change: typeof start) => (now: { composition: Composition; agents: State }) => {
    const { remotes, ...rest } = change(now);
    return { ...rest, remotes: { ...now.composition.remotes, ...remotes } };
  };

  it('that goes live by itself takes the right to make it live, too', async () => {
    const squad = await grant(['mf-agents'], ['canary', 'rollback']);
    expect((await forge(squad, withDemos(start))).problem).toContain('which may canary and rollback, not activate');
  });

  it('counts without that right where its last step is a share', async () => {
    const squad = await grant(['mf-agents'], ['canary']);
    const own = { ...plan, promote: false };
    expect(
      await forge(
        squad,
        withDemos((now) => start(now, own)),
      ),
    ).toMatchObject({ counts: true });
  });

  it('begins with its first step', async () => {
    const squad = await grant(['mf-agents'], ['canary', 'activate']);
    const own = { ...plan, step: 1 };
    const { problem } = await forge(
      squad,
      withDemos((now) => start(now, own)),
    );
    expect(problem).toContain('its plan does not begin with its first step');
  });

  describe('whose steps a server signs', () => {
    beforeEach(async () => {
      const { step: _, ...request } = plan;
      await startCanary(platform, { ...anna, id: second, plan: request });
    });

    /** What a server that was taken would like. */
    const advance =
      (change: { percent?: number; at?: string; plan?: Partial<CanaryPlan> }) =>
      ({ agents, composition }: { agents: State; composition: Composition }): Partial<Composition> => {
        const at = change.at ?? later(11);
        const canary = {
          id: second,
          percent: change.percent ?? 50,
          since: at,
          plan: { ...plan, step: 1, ...change.plan },
        };
        return {
          action: 'advance',
          at,
          to: second,
          remotes: { ...composition.remotes, 'mf-agents': { ...agents, canary } },
        };
      };
    const server = () => grant('*', ['rollback']);

    it('takes its next step when its time is over', async () => {
      expect(await forge(await server(), advance({}))).toEqual({ counts: true, problem: '' });
    });

    it.each([
      ['a larger share than planned', advance({ percent: 100 }), /says another share/],
      ['a step before its time', advance({ at: later(5) }), /the time of its step is not over/],
      ['a step too many at once', advance({ plan: { step: 2 } }), /not the one that was signed, or at another step/],
      ['another plan', advance({ plan: { steps: [{ percent: 50, minutes: 1 }] } }), /not the one that was signed/],
    ])('does not take %s', async (_, change, problem) => {
      expect((await forge(await server(), change)).problem).toMatch(problem);
    });

    it('takes no step while the plan is held, and lets it not go on by itself', async () => {
      await pausePlan(platform, anna);
      const held = await forge(await server(), advance({ plan: { paused: undefined } }));
      expect(held.problem).toMatch(/not the one that was signed|the plan is held/);
    });

    it('does not let a held plan go on', async () => {
      await pausePlan(platform, anna);
      const at = later(1);
      const goOn = await forge(await server(), ({ agents, composition }) => ({
        action: 'resume',
        at,
        to: second,
        remotes: {
          ...composition.remotes,
          'mf-agents': { ...agents, canary: { id: second, percent: 5, since: at, plan } },
        },
      }));
      expect(goOn.problem).toContain('the key squad, which may rollback, not canary');
    });

    it('makes nothing live before the last step, with or without saying that the plan does', async () => {
      const live = ({ agents, composition }: { agents: State; composition: Composition }): Partial<Composition> => ({
        action: 'promote',
        at: later(60),
        to: second,
        remotes: { ...composition.remotes, 'mf-agents': { live: second, previous: agents.live, since: later(60) } },
      });
      const key = await server();
      const planned = await forge(key, (now) => ({ ...live(now), byPlan: true }));
      expect(planned.problem).toContain('no plan says that');
    });

    it('makes nothing live that no plan makes live', async () => {
      const unplanned = await forge(await server(), ({ agents, composition }) => ({
        action: 'promote',
        to: second,
        remotes: { ...composition.remotes, 'mf-agents': { live: second, previous: agents.live, since: later(0) } },
      }));
      expect(unplanned.problem).toContain('which may rollback, not activate');
    });

    it('takes no step of a frozen remote', async () => {
      await setFrozen(platform, { ...anna, frozen: true });
      const frozen = await forge(await server(), advance({}));
      expect(frozen.problem).toMatch(/mf-agents is frozen/);
    });
  });
});

describe('a freeze', () => {
  const activate = ({ agents, composition }: { agents: State; composition: Composition }, at = later(0)) => ({
    action: 'activate' as const,
    at,
    to: second,
    remotes: { ...composition.remotes, 'mf-agents': { live: second, previous: agents.live, since: at } },
  });

  it("of the site is everybody's, and takes a key for all remotes", async () => {
    const squad = await grant(['mf-agents'], ['freeze']);
    const { problem } = await forge(squad, () => ({
      action: 'freeze-site',
      siteFrozen: { since: later(0), reason: '' },
    }));
    expect(problem).toContain('which is for mf-agents, not for all remotes');
  });

  it('of the site does not come with anything else, nor go', async () => {
    const squad = await grant(['mf-agents'], ['activate', 'freeze']);
    await setSiteFrozen(platform, { ...anna, frozen: true });
    expect((await forge(squad, activate)).problem).toContain('the site is frozen');
  });

  it('of the site is not ended by another switch', async () => {
    const squad = await grant(['mf-agents'], ['activate', 'freeze']);
    await setSiteFrozen(platform, { ...anna, frozen: true });
    const ending = await forge(squad, (now) => ({ ...activate(now), siteFrozen: undefined }));
    expect(ending.problem).toContain('it changes whether the site is frozen');
  });

  it('is over at its end, and not before', async () => {
    const squad = await grant(['mf-agents'], ['activate']);
    await setFrozen(platform, { ...anna, frozen: true, until: later(30) });
    expect((await forge(squad, activate)).problem).toContain('mf-agents is frozen');
  });

  it('is over at its end', async () => {
    const squad = await grant(['mf-agents'], ['activate']);
    await setFrozen(platform, { ...anna, frozen: true, until: later(1) });
    expect(await forge(squad, (now) => activate(now, later(1)))).toEqual({ counts: true, problem: '' });
  });
});

describe('withdrawing and undoing', () => {
  it('a remote takes the right to make it live', async () => {
    const squad = await grant(['mf-agents'], ['rollback', 'freeze', 'canary']);
    const { problem } = await forge(squad, ({ agents, composition }) => ({
      action: 'withdraw',
      remotes: { ...composition.remotes, 'mf-agents': { ...agents, withdrawn: { since: later(0), reason: '' } } },
    }));
    expect(problem).toContain('not activate');
  });

  it('a withdrawn remote does not come back by another switch', async () => {
    const squad = await grant(['mf-agents'], ['activate']);
    await setWithdrawn(platform, { ...anna, withdrawn: true });
    const { problem } = await forge(squad, ({ agents, composition }) => ({
      action: 'activate',
      to: second,
      remotes: { ...composition.remotes, 'mf-agents': { live: second, previous: agents.live, since: later(0) } },
    }));
    expect(problem).toContain('its state is not that of an activation');
  });

  it('a rollback is undone by whoever may make the release live, and by nobody who may only go back', async () => {
    await activateRelease(platform, { ...anna, id: second });
    const earlier = platform.chain.current?.composition.remotes['mf-agents'];
    await rollbackRelease(platform, anna);
    const { problem } = await forge(await grant('*', ['rollback']), ({ composition }) => ({
      action: 'undo',
      undoes: { revision: composition.revision, action: 'rollback' },
      to: second,
      remotes: { ...composition.remotes, 'mf-agents': { ...earlier, live: second, previous: first } },
    }));
    expect(problem).toContain('which may rollback, not activate');
  });

  it.each([
    ['more than was done', undefined, /its state is not that of/],
    ['another revision', 1, /takes back another revision than the one in effect/],
  ])('does not take back %s', async (_, undoes, words) => {
    await activateRelease(platform, { ...anna, id: second });
    const { problem } = await forge(await grant('*', ['activate', 'rollback']), ({ composition, agents }) => ({
      action: 'undo',
      undoes: { revision: undoes ?? composition.revision, action: 'activate' },
      to: first,
      remotes: { ...composition.remotes, 'mf-agents': { ...agents, live: first, previous: second, guard: 'off' } },
    }));
    expect(problem).toMatch(words);
  });
});
