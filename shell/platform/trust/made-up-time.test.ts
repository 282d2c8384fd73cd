import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../switch/activate.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import { grantKey } from './change-rights.ts';
import { signHash } from './signed-entry.ts';
import { anna, buildSigner, buildSwitchedSite, type SwitchedSite } from './testing/build-switched-site.ts';

const farAway = '2999-01-01T00:00:00.000Z';
let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

/** The squad of mf-demos has a key with an end, as most have. */
async function buildDemosSquad() {
  const { platform, grant } = site;
  const expires = new Date(Date.now() + 3_600_000).toISOString();
  const signer = await grant('demos', { remotes: ['mf-demos'], actions: ['rollback', 'freeze', 'activate'], expires });
  return { ...platform, readSigner: async () => signer };
}

describe('a squad that makes up a time to come', () => {
  it('is named, and whoever may activate everything puts the time right: keys with an end go on', async () => {
    const { platform, forge, grant, startServer, second, demos } = site;
    const squadOfDemos = await buildDemosSquad();
    const running = await startServer();
    await forge(await grant('squad', {}), { at: farAway });
    const sentence = expect.stringMatching(
      /^Revision 4 \(activate of mf-agents by mallory, key squad\) says that it is of 2999-.*, a time that has not come: .*"npm run release -- rollback mf-agents".*Revoke the key squad/,
    );
    for (const server of [running, await startServer()]) {
      await server.refresh({ whole: true });
      expect(server.current?.composition.revision).toBe(4);
      expect(server.problems).toEqual([sentence]);
    }
    // The squad of the other remote is told why, and nothing is written that would be in everybody's way.
    const other = { ...anna, remote: 'mf-demos', id: demos, guard: 'off' } as const;
    await expect(activateRelease(squadOfDemos, other)).rejects.toThrow(
      /^Nothing was switched, since no server would let it count: it is signed by the key demos, which ended at .*\. Revision 4 .* a time that has not come/,
    );
    expect(await site.store.compositions.list()).toEqual([1, 2, 3, 4]);
    const { composition } = await rollbackRelease(platform, { ...anna, to: second });
    expect(Math.abs(Date.parse(composition.at) - Date.now())).toBeLessThan(60_000);
    for (const server of [running, await startServer()]) {
      await server.refresh({ whole: true });
      expect(server.current?.composition.revision).toBe(5);
      expect(server.problems).toEqual([]);
    }
    await activateRelease(squadOfDemos, other);
    expect((await startServer()).current?.composition.revision).toBe(6);
  });

  it.each(['', 'tomorrow', '2026-99-99T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', `${farAway}\n#9 by anna`])(
    'or %j, which is none, does not count: a key that ended would sign on',
    async (at) => {
      const { forge, grant, startServer } = site;
      const squad = await grant('squad', { expires: new Date(Date.now() - 1000).toISOString() });
      await forge(squad, { at });
      const server = await startServer();
      expect(server.current?.composition.revision).toBe(3);
      expect(server.problems).toEqual([expect.stringMatching(/it says no time that can be read\.$|which ended at/)]);
    },
  );

  it.each([
    ['for one remote', {}],
    ['for all, with an end', { remotes: '*' as const, expires: new Date(Date.now() + 3_600_000).toISOString() }],
  ])('cannot go back with a key %s', async (_, words) => {
    const { forge, grant, startServer } = site;
    await forge(await grant('squad', words), { at: new Date(Date.now() - 3_600_000).toISOString() });
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual([expect.stringMatching(/which is before the revision that it follows on/)]);
  });
});

describe('rights by a key for paths and budgets that ended', () => {
  it.each([
    ['from before its end', new Date(Date.now() - 3_600_000).toISOString(), /which is before the revision that/],
    ['from no time at all', '2026-99-99T00:00:00Z', /no time that can be read/],
  ])('do not count %s', async (_, at, words) => {
    const { platform, store, startServer } = site;
    const staff = await buildSigner();
    const expires = new Date(Date.now() - 60_000).toISOString();
    const rights = { name: 'staff', key: staff.publicKey, remotes: '*', actions: ['policy'], expires } as const;
    await grantKey(platform, { ...rights, by: 'anna', reason: 'budgets' });
    const { revision } = platform.chain.rights;
    if (!revision) throw new Error('there are no rights');
    const entry = {
      ...revision,
      revision: revision.revision + 1,
      at,
      previous: platform.chain.rightsHash,
      namespaces: [{ path: '/', remote: 'mf-agents' }],
    };
    await store.rights.append(entry, (hash) => [signHash('rights', hash, staff)]);
    const server = await startServer();
    expect(server.rights.namespaces).toEqual(revision.namespaces);
    expect(server.problems).toEqual([expect.stringMatching(words)]);
  });
});
