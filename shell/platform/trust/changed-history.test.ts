import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readAudit } from '../audit/read-audit.ts';
import { readSigner } from '../keys/signer.ts';
import { openFolderStore } from '../store/open-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { setFrozen } from '../switch/freeze.ts';
import { buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { setBudgetOf } from './change-rights.ts';
import { signHash } from './signed-entry.ts';
import { anna, buildSwitchedSite, type SwitchedSite } from './testing/build-switched-site.ts';

let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

describe('a history that somebody changed', () => {
  it('stays what it was on running servers when an entry is rewritten, which they say', async () => {
    const { fileOf, startServer } = site;
    const running = await startServer();
    const text = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), text.replace('anna', 'ben!'));
    await running.refresh({ whole: true });
    expect(running.current?.composition.revision).toBe(3);
    expect(running.problems).toEqual(['Revision 2 of the composition was rewritten since it was accepted.']);
    // The newest is signed by a key for all remotes: a site is not taken down by one old file.
    const started = await startServer();
    expect(started.current?.composition.revision).toBe(3);
    expect(started.passedOver).toEqual([
      expect.stringMatching(/Composition revision 2 .* its content does not match its hash/),
    ]);
    await writeFile(fileOf(2), text);
    await running.refresh({ whole: true });
    expect(running.problems).toEqual([]);
  });

  it('stays what it was when the newest entries are gone, as after a restored backup, and servers say both numbers', async () => {
    const { second, fileOf, startServer } = site;
    const running = await startServer();
    await rm(fileOf(3));
    await running.refresh({ whole: true });
    expect(running.current?.composition.remotes['mf-agents']?.live).toBe(second);
    expect(running.problems).toEqual([
      'Revision 3 of the composition was removed from the store.',
      expect.stringMatching(/^The store's newest revision is 2; revision 3 is in effect here, and stays: was a backup/),
    ]);
  });

  it('that lacks its newest entry is noticed by the cheap look, which a bucket has every five seconds', async () => {
    const { fileOf, startServer } = site;
    const running = await startServer();
    const text = await readFile(fileOf(3), 'utf8');
    await rm(fileOf(3));
    await running.lookAtNewest();
    expect(running.current?.composition.revision).toBe(3);
    expect(running.problems).toEqual(['Revision 3 of the composition was removed from the store.']);
    await writeFile(fileOf(3), text);
    await running.lookAtNewest();
    expect(running.problems).toEqual([]);
  });

  it.each([
    ['damaged', () => 'half'],
    ['rewritten', (text: string) => text.replace(/,\s*"signatures".*$/s, '}')],
  ])('stays what it was on running servers when its newest entry is %s and rights change then', async (_, spoil) => {
    const { platform, second, fileOf, startServer } = site;
    const running = await startServer();
    const text = await readFile(fileOf(3), 'utf8');
    await setBudgetOf(platform, { remote: 'mf-agents', budget: { page: 95_000 }, by: 'anna', reason: 'a player' });
    const { entry } = JSON.parse(text);
    const other = JSON.stringify({ ...entry, by: 'somebody' });
    const sha256 = createHash('sha256').update(other).digest('hex');
    await writeFile(fileOf(3), spoil(`{"entry":${other},"sha256":"${sha256}","signatures":[]}`));
    await running.refresh({ whole: false });
    expect(running.rights.budgetOf('mf-agents').page).toBe(95_000);
    expect(running.current?.composition.remotes['mf-agents']?.live).toBe(second);
  });

  it("does not let a squad hide somebody else's switch by removing it", async () => {
    const { store, platform, first, second, fileOf, startServer, grant } = site;
    const squad = await grant('squad', {});
    // The operator takes mf-demos back; the squad goes on from before that.
    const before = platform.chain.current;
    await setFrozen(platform, { ...anna, remote: 'mf-demos', frozen: true });
    const { entry } = (await store.compositions.readSigned(4)) ?? never();
    await rm(fileOf(4));
    await store.compositions.append(
      {
        ...entry,
        revision: 5,
        action: 'activate',
        remote: 'mf-agents',
        from: second,
        to: first,
        previous: { revision: 4, sha256: '0'.repeat(64) },
        remotes: { ...entry.remotes, 'mf-agents': { live: first, previous: second } },
      },
      (hash) => [signHash('composition', hash, squad)],
    );
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(before?.composition.revision);
    expect(server.problems).toEqual([expect.stringMatching(/it changes other remotes than mf-agents/)]);
  });

  it('is not gone past without a word when its newest entry is damaged: the switch says what to do', async () => {
    const { dataDir, store, fileOf, startServer } = site;
    const third = await buildPublished(store, {
      remote: 'mf-demos',
      version: '1.2.0',
      routes: [{ path: '/click-demos' }],
    });
    await writeFile(fileOf(3), 'half');
    const late = buildPlatform(openFolderStore(dataDir));
    const attempt = activateRelease(late, { ...anna, remote: 'mf-demos', id: third });
    await expect(attempt).rejects.toThrow(/^Composition revision 3 .* Nothing was switched, .* --pass-over 3\.$/);
    await activateRelease(late, { ...anna, remote: 'mf-demos', id: third, passOver: 3 });
    expect((await startServer()).current?.composition).toMatchObject({ revision: 4, passedOver: [3] });
  });
});

describe('a revision whose signature somebody changed', () => {
  const changeSignature = async (revision: number) => {
    const { fileOf } = site;
    const stored = JSON.parse(await readFile(fileOf(revision), 'utf8'));
    stored.signatures[0].signature = `${'A'.repeat(86)}==`;
    await writeFile(fileOf(revision), JSON.stringify(stored, null, 2));
  };

  it('counts by the hash that a later one of a key for all remotes signed, and is told with no name', async () => {
    const { dataDir, startServer } = site;
    await changeSignature(1);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    await server.prove();
    expect(server.problems).toEqual([
      expect.stringMatching(/^The signature of revision 1 was changed since it was accepted: it is not by site\./),
    ]);
    expect(server.keyOf(1)).toBeNull();
    expect(server.keyOf(2)).toBe('site');
    const fresh = buildPlatform(openFolderStore(dataDir));
    const { entries, damaged } = await readAudit(fresh);
    const switches = entries.filter((entry) => 'remote' in entry && 'key' in entry);
    expect(switches.map((entry) => ('key' in entry ? entry.key : ''))).toEqual([null, 'site', 'site']);
    expect(damaged.join()).toContain('it is not by site');
  });

  it('does not count when only a key for one remote signed what follows', async () => {
    const { store, startServer, grant, forge } = site;
    const squad = await grant('squad', {});
    await changeSignature(3);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(2);
    const other = buildPlatform(store);
    await other.chain.refresh({ whole: true });
    await forge(squad, {});
    expect((await startServer()).current?.composition.revision).toBe(2);
  });

  it('does not count when what vouches for it does not count itself', async () => {
    const { dataDir, first, startServer, forge } = site;
    const ofSite = await readSigner(join(dataDir, 'keys/private/site.pem'));
    await forge(ofSite, ({ remotes }) => ({ remotes: { ...remotes, 'mf-demos': { live: first, previous: null } } }));
    await changeSignature(3);
    expect((await startServer()).current?.composition.revision).toBe(2);
  });
});

function never(): never {
  throw new Error('it is not there');
}
