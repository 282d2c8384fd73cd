import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { readAudit } from '../audit/read-audit.ts';
import { makePrivateKey, readSigner } from '../keys/signer.ts';
import { openFolderStore } from '../store/open-store.ts';
import { activateRelease } from '../switch/activate.ts';
import { setFrozen } from '../switch/freeze.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { givePath, grantKey, revokeKey, rotateRoot, setBudgetOf } from './change-rights.ts';
import { ReleaseChain } from './release-chain.ts';
import { signHash } from './signed-entry.ts';
import { anna, buildSigner, buildSwitchedSite, type SwitchedSite } from './testing/build-switched-site.ts';

let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

describe('rights', () => {
  const mallory = { by: 'mallory', reason: 'more' };

  it('are changed by the root key alone', async () => {
    const { store, platform, startServer, grant } = site;
    const squad = await grant('squad', { actions: ['publish', 'activate', 'policy'], remotes: '*' });
    const { revision } = platform.chain.rights;
    const entry = {
      ...(revision ?? never()),
      revision: (revision?.revision ?? 0) + 1,
      previous: platform.chain.rightsHash,
      namespaces: [{ path: '/', remote: 'mf-agents' }],
    };
    await store.rights.append({ ...entry, keys: {} }, (hash) => [signHash('rights', hash, squad)]);
    const server = await startServer();
    expect(server.rights.keys.map(({ name }) => name)).toContain('site');
    expect(server.problems).toEqual([
      expect.stringMatching(/^Rights revision 3 .* the key squad may change paths and budgets, not keys\.$/),
    ]);
    await expect(setBudgetOf(platform, { remote: 'mf-agents', budget: { page: 1 }, ...mallory })).rejects.toThrow(
      /No rights are changed while the log holds what does not count/,
    );
  });

  it('let a key with the right to change paths and budgets, and no other', async () => {
    const { dataDir, platform, startServer } = site;
    const file = join(await buildFolder(), 'staff.pem');
    await makePrivateKey(file);
    const staff = await readSigner(file);
    const words = { name: 'staff', key: staff.publicKey, remotes: '*', actions: ['policy'], expires: null } as const;
    await grantKey(platform, { ...words, ...mallory });
    const withoutRoot = buildPlatform(openFolderStore(dataDir), {
      signer: file,
      rootSigner: join(dataDir, 'none'),
    });
    await givePath(withoutRoot, { path: '/news', remote: 'mf-demos', by: 'staff', reason: 'news' });
    expect((await startServer()).rights.namespaces).toContainEqual({ path: '/news', remote: 'mf-demos' });
    await expect(revokeKey(withoutRoot, { name: 'site', ...mallory, force: true })).rejects.toThrow(
      /There is no private key/,
    );
  });

  it('take no path from a live release or a canary, which would leave the site as a whole, and say what to do', async () => {
    const { store, platform, demos, startServer } = site;
    await expect(givePath(platform, { path: '/click-demos', remote: null, ...mallory })).rejects.toThrow(
      new RegExp(
        `^/click-demos is in use: mf-demos ${demos} is live, serves /click-demos and .* release -- activate mf-demos <id>`,
      ),
    );
    await expect(givePath(platform, { path: '/click-demos', remote: 'mf-agents', ...mallory })).rejects.toThrow(
      /is in use/,
    );
    await givePath(platform, { path: '/news', remote: 'mf-demos', ...mallory });
    const next = await buildPublished(store, {
      remote: 'mf-demos',
      version: '2.0.0',
      routes: [{ path: '/news' }],
    });
    await activateRelease(platform, { ...anna, remote: 'mf-demos', id: next });
    // The release before has it still, and nobody sees that.
    await givePath(platform, { path: '/click-demos', remote: null, ...mallory });
    expect((await startServer()).rights.namespaces).not.toContainEqual({ path: '/click-demos', remote: 'mf-demos' });
  });

  it('name the key that signed each of their revisions in the log', async () => {
    const { dataDir, platform } = site;
    const file = join(await buildFolder(), 'staff.pem');
    await makePrivateKey(file);
    const { publicKey: key } = await readSigner(file);
    await grantKey(platform, { name: 'staff', key, remotes: '*', actions: ['policy'], expires: null, ...mallory });
    const withoutRoot = buildPlatform(openFolderStore(dataDir), {
      signer: file,
      rootSigner: join(dataDir, 'none'),
    });
    await setBudgetOf(withoutRoot, { remote: 'mf-agents', budget: { page: 100 }, ...mallory });
    const { entries } = await readAudit(platform);
    const ofRights = entries.flatMap((entry) =>
      'subjects' in entry && 'key' in entry ? [[entry.action, entry.key]] : [],
    );
    expect(ofRights).toEqual([
      ['found', 'root'],
      ['grant', 'root'],
      ['budget', 'staff'],
    ]);
  });

  it('that were forged, replayed or damaged leave the last good ones in force', async () => {
    const { fileOf, startServer, grant } = site;
    await grant('squad', {});
    const server = await startServer();
    await cp(fileOf(1, 'rights'), fileOf(3, 'rights'));
    await server.refresh({ whole: false });
    expect(server.rights.revision?.revision).toBe(2);
    expect(server.problems).toEqual([expect.stringMatching(/Rights revision 3 .* it holds revision 1/)]);
    await rm(fileOf(3, 'rights'));
    await writeFile(fileOf(2, 'rights'), 'half');
    await server.refresh({ whole: true });
    expect(server.rights.keys.map(({ name }) => name)).toContain('squad');
    expect(server.problems.at(-1)).toMatch(/^The store holds the rights up to revision 1; revision 2 is in force here/);
  });

  it('of another root are none: a whole store of somebody else is not served', async () => {
    const { store, startServer } = site;
    const elsewhere = openFolderStore(await buildFolder());
    await buildPublished(elsewhere);
    await rm(store.place, { recursive: true });
    await cp(elsewhere.place, store.place, { recursive: true });
    const server = await startServer();
    expect(server.current).toBeNull();
    expect(server.rights.keys).toEqual([]);
    expect(server.problems).toEqual([
      expect.stringMatching(/^No revision of the rights is signed by the root key [0-9a-f]{16} that/),
    ]);
  });

  it('are followed from the old root key and from the new one', async () => {
    const { store, platform } = site;
    const next = await buildSigner();
    await rotateRoot(platform, { next, by: 'anna', reason: 'a new safe' });
    const third = await buildSigner();
    const roots = [(await platform.readRootSigner()).publicKey, next.publicKey];
    for (const root of roots) {
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

  it('keep a revoked key from writing a history that ends before its end', async () => {
    const { store, platform, first, second, fileOf, startServer, grant } = site;
    const squad = await grant('squad', { remotes: '*', actions: ['publish', 'activate', 'rollback'] });
    await rollbackRelease(platform, { ...anna, to: first });
    await activateRelease(platform, { ...anna, id: second });
    await revokeKey(platform, { name: 'squad', by: 'anna', reason: 'left', force: true });
    const { entry } = (await store.compositions.readSigned(4)) ?? never();
    for (const revision of [4, 5]) await rm(fileOf(revision));
    const sha256 = (await store.compositions.readSigned(3))?.sha256 ?? '';
    await store.compositions.append({ ...entry, by: 'mallory', previous: { revision: 3, sha256 } }, (hash) => [
      signHash('composition', hash, squad),
    ]);
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual([expect.stringMatching(/by the key squad, which was revoked at/)]);
  });
});

describe('a frozen remote', () => {
  it('takes no release, goes back all the same, and takes releases again when it is open', async () => {
    const { store, platform, startServer } = site;
    await setFrozen(platform, { ...anna, frozen: true });
    const third = await buildPublished(store, { version: '1.2.0' });
    await expect(activateRelease(platform, { ...anna, id: third })).rejects.toThrow(
      /^mf-agents is frozen since .* unfreeze mf-agents/,
    );
    await rollbackRelease(platform, anna);
    await expect(activateRelease(platform, { ...anna, id: third })).rejects.toThrow(/is frozen/);
    await setFrozen(platform, { ...anna, frozen: false });
    await activateRelease(platform, { ...anna, id: third });
    const server = await startServer();
    expect(server.current?.composition.remotes['mf-agents']).toMatchObject({ live: third });
    expect(server.problems).toEqual([]);
  });
});

function never(): never {
  throw new Error('it is not there');
}
