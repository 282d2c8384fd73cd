import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import { givePath, revokeKey, rotateRoot, setBudgetOf } from '../acts/change-rights.ts';
import { repairLog } from '../acts/repair-log.ts';
import { keyPlacesIn, readSigner } from '../keys/key-files.ts';
import { openFolderStore } from '../log/open-store.ts';
import type { Revision } from '../log/revision.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildKeyPair } from '../testing/build-key-pair.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, ofDemos } from '../testing/build-published-site.ts';
import { buildSwitchedSite, type KeyWords, type SwitchedSite, signedBy } from '../testing/build-switched-site.ts';
import { readAudit } from './read-audit.ts';
import { ReleaseChain } from './release-chain.ts';

let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

/** A server of another machine: it has no copies of what counted here. */
async function startElsewhere(): Promise<ReleaseChain> {
  const chain = site.platform.chain.over(site.store.withoutCopies());
  await chain.refresh({ whole: true });
  return chain;
}

describe('a revision that somebody put into the store', () => {
  const forgeries: [string, KeyWords | null, Partial<Revision>, RegExp][] = [
    [
      'without a signature',
      null,
      {},
      /^Revision #4 activate of mf-agents to .* by mallory at .* UTC does not count: No signature over it holds/,
    ],
    ['of no time', {}, { at: '2026-99-99T00:00:00.000Z' }, /is damaged and does not count/],
    [
      'with a member that is not known',
      {},
      { approvals: ['ben'] } as object,
      /was written by a newer server program .* update this one/,
    ],
    ['with an act that is not known', {}, { action: { type: 'mirror' } } as object, /^Revision 5 .* does not count/],
  ];

  it.each(forgeries)(
    'does not count %s, which every server says until it is moved aside',
    async (_, words, change, why) => {
      const { platform, second, startServer, grant, forge } = site;
      const squad = words && (await grant('squad', words));
      const running = await startServer();
      await forge(squad, change);
      await running.refresh({ whole: false });
      for (const server of [running, await startServer(), await startElsewhere()]) {
        await server.refresh({ whole: true });
        expect(server.current?.composition).toMatchObject({ revision: 3, remotes: { 'mf-agents': { live: second } } });
        expect(server.problems).toEqual([expect.stringMatching(why)]);
        expect(server.problems[0]).toMatch(/"npm run release -- repair"/);
      }
      await expect(rollbackRelease(platform, anna)).rejects.toThrow(/Nothing was changed\.$/);
      await repairLog(platform, {});
      await rollbackRelease(platform, anna);
      await running.refresh({ whole: true });
      expect(running.problems).toEqual([]);
      expect(running.current?.composition.action).toBe('rollback');
    },
  );

  it('does not count with the signature of another revision, nor as a copy of an older one', async () => {
    const { store, startServer, fileOf, forge, platform } = site;
    const running = await startServer();
    await forge(await platform.readSigner(), {});
    const stored = JSON.parse(await readFile(fileOf(4), 'utf8'));
    stored.signatures = JSON.parse(await readFile(fileOf(3), 'utf8')).signatures;
    await writeFile(fileOf(4), JSON.stringify(stored, null, 2));
    await running.refresh({ whole: false });
    for (const server of [running, await startServer()]) {
      expect(server.problems).toEqual([expect.stringMatching(/No signature over it holds/)]);
    }
    await cp(fileOf(1), fileOf(4));
    const copied = new ReleaseChain(
      openFolderStore(join(store.place, '..')),
      async () => site.platform.chain.rights.rootKey,
    );
    await copied.refresh({ whole: true });
    expect(copied.problems).toEqual([expect.stringMatching(/^Revision 4 .* it holds revision 1/)]);
  });

  it('does not count with a key that was revoked, on a running server, too, and what it did before stays', async () => {
    const { platform, first, startServer, grant, forge } = site;
    const squad = await grant('squad', {});
    await forge(squad, {});
    const running = await startServer();
    await revokeKey(platform, { name: 'squad', by: 'anna', reason: 'left', force: true });
    await forge(squad, {});
    await running.refresh({ whole: false });
    for (const server of [running, await startServer()]) {
      expect(server.current?.composition.remotes['mf-agents']?.live).toBe(first);
      expect(server.problems).toEqual([expect.stringMatching(/by the key squad, which was revoked at/)]);
    }
  });

  it('does not count by the key of the guard when it goes forward', async () => {
    const { store, second, startServer, forge } = site;
    await forge(await readSigner(keyPlacesIn(store.keysFolder).guard), {});
    const server = await startServer();
    expect(server.current?.composition.remotes['mf-agents']?.live).toBe(second);
    expect(server.problems).toEqual([expect.stringMatching(/by the key guard, which may rollback, not activate/)]);
  });

  it('with a time to come is named, and whoever may activate everything puts the time right', async () => {
    const { platform, second, demos, startServer, grant, forge } = site;
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const keyOfDemos = await grant('demos', { remotes: ['mf-demos'], actions: ['activate'], expires });
    await forge(await grant('squad', {}), { at: '2999-01-01T00:00:00.000Z' });
    expect((await startServer()).problems).toEqual([
      expect.stringMatching(
        /^Revision #6 activate of mf-agents to .* by mallory at .* UTC, signed by the key squad, says that it is of 2999-.*Revoke the key squad/,
      ),
    ]);
    const theirs = signedBy(platform, keyOfDemos);
    const other = { ...anna, remote: 'mf-demos', id: demos, guard: 'off' } as const;
    await expect(activateRelease(theirs, other)).rejects.toThrow(/the key demos, which ended at/);
    const { composition } = await rollbackRelease(platform, { ...anna, id: second });
    expect(Math.abs(Date.parse(composition.at) - Date.now())).toBeLessThan(60_000);
    expect((await startServer()).problems).toEqual([]);
    await activateRelease(theirs, other);
  });
});

describe('a history that somebody changed', () => {
  it('stays what it was on running servers, which say so, and at a restart by the copy of the machine', async () => {
    const { fileOf, startServer } = site;
    const running = await startServer();
    const text = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), text.replace('anna', 'ben!'));
    await running.refresh({ whole: true });
    expect(running.current?.composition.revision).toBe(3);
    expect(running.problems).toEqual(['Revision 2 was rewritten since it was accepted.']);
    const started = await startServer();
    expect(started.current?.composition.revision).toBe(3);
    expect(started.problems.join()).toMatch(
      /Revision 2 .* its content does not match its hash\. A copy of this machine counts/,
    );
    expect((await startElsewhere()).current?.composition.revision).toBe(1);
    await writeFile(fileOf(2), text);
    await running.refresh({ whole: true });
    expect(running.problems).toEqual([]);
  });

  it.each([
    ['damaged', (file: string) => writeFile(file, 'half')],
    ['removed', (file: string) => rm(file)],
  ])('is whole again by one command on a machine that has a copy: an old revision was %s', async (_, spoil) => {
    const { dataDir, fileOf } = site;
    await site.startServer();
    const text = await readFile(fileOf(1), 'utf8');
    await spoil(fileOf(1));
    const platform = buildPlatform(openFolderStore(dataDir));
    expect((await repairLog(platform, {})).restored).toEqual([1]);
    expect(await readFile(fileOf(1), 'utf8')).toBe(text);
    expect((await startElsewhere()).problems).toEqual([]);
  });

  it('stays when the newest revisions are gone, as after a restored backup: nothing is written on it', async () => {
    const { platform, second, fileOf, startServer } = site;
    const running = await startServer();
    await platform.chain.refresh({ whole: true });
    await rm(fileOf(3));
    await running.refresh({ whole: true });
    expect(running.current?.composition.remotes['mf-agents']?.live).toBe(second);
    expect(running.problems).toEqual([
      'Revision 3 was removed from the store.',
      expect.stringMatching(/^The store's newest revision is 2; revision 3 is in effect here, and stays: was a backup/),
    ]);
    await expect(rollbackRelease(platform, anna)).rejects.toThrow(/was a backup restored\?/);
  });

  it('that lacks its newest revision is noticed by the cheap look, which a bucket has every five seconds', async () => {
    const { fileOf, startServer } = site;
    const running = await startServer();
    const text = await readFile(fileOf(3), 'utf8');
    await rm(fileOf(3));
    await running.checkNewest();
    expect(running.problems).toEqual(['Revision 3 was removed from the store.']);
    await writeFile(fileOf(3), text);
    await running.checkNewest();
    expect(running.problems).toEqual([]);
  });
});

describe('the root key', () => {
  it('of another site has nothing count: a whole store of somebody else is not served', async () => {
    const { store, startServer } = site;
    const elsewhere = openFolderStore(await buildFolder());
    await buildPublished(elsewhere);
    await rm(store.place, { recursive: true });
    await cp(elsewhere.place, store.place, { recursive: true });
    const server = await startServer();
    expect(server.current).toBeNull();
    expect(server.rights.keys).toEqual([]);
    expect(server.problems).toEqual([
      expect.stringMatching(/^No revision of the log names the root key [0-9a-f]{16} that/),
    ]);
  });

  it('is followed from the old one and from the new one', async () => {
    const { store, platform } = site;
    const next = buildKeyPair();
    await rotateRoot(platform, { next, by: 'anna', reason: 'a new safe' });
    const third = buildKeyPair();
    for (const root of [(await platform.readRootSigner()).publicKey, next.publicKey]) {
      const chain = new ReleaseChain(store, async () => root);
      await chain.refresh({ whole: true });
      expect({ live: chain.current?.composition.revision, problems: chain.problems }).toEqual({
        live: 3,
        problems: [],
      });
    }
    const stranger = new ReleaseChain(store, async () => third.publicKey);
    await stranger.refresh({ whole: true });
    expect(stranger.current).toBeNull();
  });
});

describe('changes of the paths and the log', () => {
  const mallory = { by: 'mallory', reason: 'more' };

  it('take no path from a live release, which would leave the site as a whole, and say what to do', async () => {
    const { store, platform, demos, startServer } = site;
    await expect(givePath(platform, { path: '/click-demos', remote: null, ...mallory })).rejects.toThrow(
      new RegExp(
        `^/click-demos is in use: mf-demos ${demos} is live, serves /click-demos and .* release -- activate mf-demos <id>`,
      ),
    );
    await givePath(platform, { path: '/news', remote: 'mf-demos', ...mallory });
    const next = await buildPublished(store, { ...ofDemos, version: '2.0.0', routes: [{ path: '/news' }] });
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id: next });
    // The release before has it still, and nobody sees that.
    await givePath(platform, { path: '/click-demos', remote: null, ...mallory });
    expect((await startServer()).rights.namespaces).not.toContainEqual({ path: '/click-demos', remote: 'mf-demos' });
  });

  it('name the key that signed each revision', async () => {
    const { platform, grant } = site;
    const staff = await grant('staff', { remotes: '*', actions: ['policy'] });
    const theirs = signedBy(platform, staff);
    await setBudgetOf(theirs, { remote: 'mf-agents', budget: { page: 100 }, ...mallory });
    const { entries } = await readAudit(platform);
    expect(entries.map(({ action, key }) => `${action} ${key}`)).toEqual([
      ...['found root', 'activate site', 'activate site', 'activate site', 'grant root', 'budget staff'],
    ]);
  });
});
