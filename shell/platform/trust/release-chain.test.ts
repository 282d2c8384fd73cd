import { cp } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import { revokeKey } from './change-rights.ts';
import { signHash } from './signed-entry.ts';
import { buildSwitchedSite, type KeyWords, type SwitchedSite } from './testing/build-switched-site.ts';

let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

describe('a revision that somebody wrote into the store', () => {
  it('counts when its key has the right to and it says what it does', async () => {
    const { first, startServer, grant, forge } = site;
    const squad = await grant('squad', {});
    await forge(squad, {});
    const server = await startServer();
    expect(server.current?.composition.remotes['mf-agents']?.live).toBe(first);
    expect(server.current?.key).toBe('squad');
    expect(server.problems).toEqual([]);
  });

  const own = (honest: Composition) => honest.remotes['mf-agents'];
  const forgeries: [string, KeyWords | null, (honest: Composition) => Partial<Composition>, RegExp][] = [
    [
      'without a signature',
      null,
      () => ({}),
      /^Revision 4 \(activate of mf-agents by mallory\) does not count: it is not signed\.$/,
    ],
    [
      'by a key of another remote',
      { remotes: ['mf-demos'] },
      () => ({}),
      /the key squad, which is for mf-demos, not for mf-agents/,
    ],
    [
      'by a key that may only publish',
      { actions: ['publish'] },
      () => ({}),
      /the key squad, which may publish, not activate/,
    ],
    [
      'that changes another remote beside',
      {},
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-demos': { live: site.first, previous: null } } }),
      /it changes other remotes than mf-agents/,
    ],
    [
      'that takes another remote away',
      {},
      (honest) => ({ remotes: { 'mf-agents': own(honest) ?? never() } }),
      /it changes other remotes/,
    ],
    [
      'that takes its own remote away',
      {},
      ({ remotes: { 'mf-agents': _, ...others } }) => ({ remotes: others }),
      /it takes mf-agents away/,
    ],
    [
      'that says another way than it goes',
      {},
      () => ({ from: site.first }),
      /it goes from .*, which is not what stands there/,
    ],
    [
      'whose state is not what it says',
      {},
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-agents': { live: site.second, previous: site.first } } }),
      /its state is not that of an activation/,
    ],
    [
      'that calls an activation a rollback',
      { actions: ['rollback'] },
      () => ({ action: 'rollback', to: '9.9.9-0a1b2c3d' }),
      /9\.9\.9-0a1b2c3d was never live/,
    ],
    ['that promotes what is no canary', {}, () => ({ action: 'promote' }), /is not the canary/],
    [
      'that slips in a canary',
      {},
      (honest) => ({
        remotes: {
          ...honest.remotes,
          'mf-agents': { ...(own(honest) ?? never()), canary: { id: site.first, percent: 100 } },
        },
      }),
      /its state is not that of an activation/,
    ],
    ['that follows on nothing', {}, () => ({ previous: null }), /it follows on none, not on revision 3/],
    [
      'that follows on an older one',
      {},
      () => ({ previous: { revision: 2, sha256: '0'.repeat(64) } }),
      /it follows on revision 2, not on revision 3/,
    ],
    [
      'that follows on another history',
      {},
      () => ({ previous: { revision: 3, sha256: '0'.repeat(64) } }),
      /it follows on revision 3, not on revision 3 as that is here/,
    ],
    ['that skips numbers', {}, () => ({ revision: 6 }), /it says nothing of 4,5 before it/],
    [
      "that skips numbers and says so, with a squad's key",
      {},
      () => ({ revision: 6, passedOver: [4, 5] }),
      /may not pass over 4,5/,
    ],
    [
      'that is made up to be old',
      {},
      () => ({ at: '2001-01-01T00:00:00.000Z' }),
      /which is before the revision that it follows on/,
    ],
  ];

  it.each(forgeries)('does not count %s, which every server says', async (_, words, change, problem) => {
    const { startServer, grant, forge } = site;
    const running = await startServer();
    await forge(words && (await grant('squad', words)), change);
    await running.refresh({ whole: false });
    const started = await startServer();
    for (const server of [running, started]) {
      await server.refresh({ whole: true });
      expect(server.current?.composition.revision).toBe(3);
      expect(server.problems).toEqual([expect.stringMatching(problem)]);
    }
  });

  it('does not count with a key that ended, whatever day it says', async () => {
    const { startServer, grant, forge } = site;
    const squad = await grant('squad', { expires: new Date(Date.now() + 300).toISOString() });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await forge(squad, {});
    expect((await startServer()).problems).toEqual([expect.stringMatching(/by the key squad, which ended at/)]);
  });

  it('does not count with a key that was revoked, on a running server, too, and stays as far as it had come', async () => {
    const { platform, first, second, startServer, grant, forge } = site;
    const squad = await grant('squad', {});
    await forge(squad, {});
    const running = await startServer();
    expect(running.current?.composition.revision).toBe(4);
    await revokeKey(platform, { name: 'squad', by: 'anna', reason: 'left', force: true });
    await forge(squad, {
      remotes: { ...running.current?.composition.remotes, 'mf-agents': { live: second, previous: first } },
      to: second,
    });
    await running.refresh({ whole: false });
    for (const server of [running, await startServer()]) {
      // What it did while it could stays done.
      expect(server.current?.composition.revision).toBe(4);
      expect(server.problems).toEqual([expect.stringMatching(/by the key squad, which was revoked at/)]);
    }
  });

  it('does not count when it is a copy of an older one', async () => {
    const { fileOf, startServer } = site;
    await cp(fileOf(1), fileOf(4));
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual([expect.stringMatching(/Composition revision 4 .* it holds revision 1/)]);
  });

  it('does not count with the signature of another log', async () => {
    const { store, platform, startServer } = site;
    const signer = await platform.readSigner();
    const { entry } = (await store.compositions.readSigned(3)) ?? never();
    await platform.chain.refresh({ whole: true });
    const next = { ...entry, revision: 4, previous: { revision: 3, sha256: platform.chain.current?.sha256 ?? '' } };
    await store.compositions.append(next, (hash) => [signHash('change', hash, signer)]);
    expect((await startServer()).problems).toEqual([expect.stringMatching(/its signature does not hold/)]);
  });
});

function never(): never {
  throw new Error('it is not there');
}

describe('a revision of a newer server program', () => {
  it.each<[string, (honest: Composition) => object]>([
    ['with a member that is not known here', () => ({ approvals: ['ben'] })],
    [
      'with a member of a remote that is not known here',
      ({ remotes }) => ({ remotes: { ...remotes, 'mf-agents': { ...remotes['mf-agents'], regions: ['eu'] } } }),
    ],
    ['with an action that is not known here', () => ({ action: 'mirror' })],
  ])('%s leaves what is in effect, is told with what to do, and what follows on it counts', async (_what, change) => {
    const { startServer, grant, forge } = site;
    const all = await grant('operator', { remotes: '*', actions: ['activate'] });
    const server = await startServer();
    const before = server.current?.sha256;
    const revision = await forge(all, change as (honest: Composition) => Partial<Composition>);
    await server.refresh({ whole: false });
    expect(server.current?.sha256).toBe(before);
    expect(server.problems).toEqual([
      expect.stringMatching(
        /^Composition revision 4 \(.*\) was written by a newer server program and does not count here \(.*(approvals|regions|action).*\): update this one; what is in effect stays so meanwhile\.$/,
      ),
    ]);
    await forge(all, { revision: revision + 1, passedOver: [revision] });
    await server.refresh({ whole: false });
    expect(server.current?.composition.revision).toBe(5);
    expect(server.problems).toEqual([]);
  });
});
