import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../store/open-store.ts';
import { rollbackRelease } from '../switch/rollback.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { foundSite } from './found-site.ts';
import { anna, buildSwitchedSite, type SwitchedSite } from './testing/build-switched-site.ts';

let site: SwitchedSite;

beforeEach(async () => {
  site = await buildSwitchedSite();
});

describe('a store from before there were rights', () => {
  /** Puts the store back to what an earlier version would have left. */
  async function makeOld(): Promise<void> {
    const { dataDir, store, fileOf } = site;
    for (const revision of [1, 2, 3]) {
      const { entry } = (await store.compositions.readSigned(revision)) ?? never();
      const { previous: _, ...old } = entry;
      await rm(fileOf(revision));
      await store.compositions.append(old);
    }
    await rm(join(store.place, 'rights'), { recursive: true });
    await cp(join(dataDir, 'keys/private/site.pem'), join(dataDir, 'keys/release-signing.pem'));
    for (const file of ['root.pub', 'guard.pem', 'private']) await rm(join(dataDir, 'keys', file), { recursive: true });
  }

  const found = () => {
    const { dataDir, store } = site;
    const { root, guard, signer, rootSigner } = {
      root: 'root.pub',
      guard: 'guard.pem',
      signer: 'private/site.pem',
      rootSigner: 'private/root.pem',
    };
    const at = (name: string) => join(dataDir, 'keys', name);
    const keys = { root: at(root), guard: at(guard), signer: at(signer), rootSigner: at(rootSigner) };
    return foundSite({
      store,
      keys,
      by: 'npm start',
      namespaces: [{ path: '/', remote: 'mf-agents' }],
      budget: { registered: 1, page: 1 },
    });
  };

  it('is adopted once, with its history, and goes on', async () => {
    const { dataDir, store, first, startServer } = site;
    await makeOld();
    expect((await startServer()).problems).toEqual([expect.stringMatching(/keys found.* adopts a store from before/)]);
    await expect(rollbackRelease(buildPlatform(store), anna)).rejects.toThrow(
      /adopts a store from before there were rights/,
    );
    expect((await found()).made).toEqual([expect.stringMatching(/^Made the root key of this site/)]);
    expect((await found()).made).toEqual([]);
    const server = await startServer();
    expect(server.current).toMatchObject({ key: null, composition: { revision: 3 } });
    expect(server.problems).toEqual([]);
    const again = buildPlatform(openFolderStore(dataDir));
    await rollbackRelease(again, anna);
    expect((await startServer()).current).toMatchObject({ key: 'site', composition: { revision: 4, to: first } });
  });

  it('is not adopted a second time: rights that are lost are put back, never made anew over what somebody wrote', async () => {
    const { store } = site;
    await makeOld();
    await found();
    await rm(join(store.place, 'rights'), { recursive: true });
    await expect(found()).rejects.toThrow(/has lost its rights: .* Put .*rights back from a copy\.$/);
  });

  it('is not what it was when one of its old entries changes, which servers say', async () => {
    const { store, fileOf, startServer } = site;
    await makeOld();
    await found();
    const { entry } = (await store.compositions.readSigned(1)) ?? never();
    await rm(fileOf(1));
    await store.compositions.append({ ...entry, by: 'mallory' });
    const server = await startServer();
    expect(server.current?.composition.revision).toBe(3);
    expect(server.problems).toEqual(['A revision up to 3 is not what it was when this store was adopted.']);
  });
});

function never(): never {
  throw new Error('it is not there');
}
