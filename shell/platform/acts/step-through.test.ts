import { cp } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../log/open-store.ts';
import { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import type { ReleaseChain } from '../state/release-chain.ts';
import { FolderStorage } from '../storage/folder.ts';
import { type ObjectStorage, StorageUnavailableError } from '../storage/object-storage.ts';
import { buildFolder } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna } from '../testing/build-published-site.ts';
import { buildSwitchedSite, type SwitchedSite } from '../testing/build-switched-site.ts';
import { readNewest, readSwitches } from '../testing/read-switches.ts';
import { activateRelease, acts, rollbackRelease, startCanary } from './acts.ts';

let site: SwitchedSite;

beforeAll(async () => {
  site = await buildSwitchedSite();
});

const calls = ['get', 'put', 'list', 'delete', 'stat'] as const;

interface Trial {
  ended: 'done' | 'killed';
  /** What a server finds that starts then. */
  chain: ReleaseChain;
  /** The calls that the writer made, by name. */
  made: string[];
}

/** A rollback on a copy of the site, whose call of this number to the storage ends the writer before or after it is done. */
async function tryKilled(number: number, when: 'before' | 'after'): Promise<Trial> {
  const dataDir = await buildFolder();
  await cp(site.dataDir, dataDir, { recursive: true });
  const opened = openFolderStore(dataDir);
  const storage = new FolderStorage(opened.place);
  const made: string[] = [];
  const die = () => {
    throw new StorageUnavailableError(`killed ${when} call ${number}`);
  };
  const dying = new Proxy<ObjectStorage>(storage, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (!calls.some((one) => one === name)) return own.bind(target);
      return async (...given: unknown[]) => {
        made.push(String(name));
        const isNow = made.length === number;
        if (isNow && when === 'before') die();
        const answer: unknown = await own.apply(target, given);
        return isNow ? die() : answer;
      };
    },
  });
  const { pace, keysFolder } = opened;
  const parts = { storage: dying, mirror: null, pace, keysFolder, cacheFolder: null, isServing: false };
  const ended = await rollbackRelease(buildPlatform(new ReleaseStore(parts)), { ...anna, id: site.first }).then(
    () => 'done' as const,
    () => 'killed' as const,
  );
  const { chain } = buildPlatform(openFolderStore(dataDir));
  await chain.refresh({ whole: true });
  return { ended, chain, made };
}

describe('a writer', () => {
  it('leaves the switch done or not, and nothing else, when it is killed before or after any of its calls to the storage', async () => {
    const whole = await tryKilled(0, 'before');
    expect(whole.ended).toBe('done');
    expect(whole.made.length).toBeGreaterThan(3);
    const before = await readNewest(site.store);
    const done: string[] = [];
    for (const [index, call] of whole.made.entries()) {
      // After a call that writes nothing the storage is as before the next one.
      for (const when of call === 'put' || call === 'delete' ? (['before', 'after'] as const) : (['before'] as const)) {
        const { ended, chain } = await tryKilled(index + 1, when);
        expect(ended).toBe('killed');
        expect(chain.problems).toEqual([]);
        const now = chain.current?.composition;
        if (now?.revision === before?.revision) expect(now).toEqual(before);
        else {
          expect(now).toMatchObject({ revision: (before?.revision ?? 0) + 1, action: 'rollback', to: site.first });
          done.push(`${when} ${index + 1}`);
        }
      }
    }
    // The write itself is the last call: only whoever is killed after it has switched.
    expect(done).toEqual([`after ${whole.made.length}`]);
  }, 120_000);

  it('makes nothing that a reader refuses, whatever it does', async () => {
    const { platform, store, first, second, demos } = await buildSwitchedSite();
    const plan = { steps: [{ percent: 5, minutes: 10 }], promote: false };
    const steps: ((platform: ReleasePlatform) => Promise<unknown>)[] = [
      (on) => rollbackRelease(on, anna),
      (on) => startCanary(on, { ...anna, id: second, plan }),
      (on) => acts.pause.perform(on, anna),
      (on) => acts.resume.perform(on, anna),
      (on) => acts.promote.perform(on, anna),
      (on) => startCanary(on, { ...anna, id: first, percent: 5 }),
      (on) => acts.abort.perform(on, anna),
      (on) => acts.freeze.perform(on, anna),
      (on) => rollbackRelease(on, anna),
      (on) => acts.unfreeze.perform(on, anna),
      (on) => acts['freeze-site'].perform(on, { ...anna, until: new Date(Date.now() + 60_000).toISOString() }),
      (on) => acts['unfreeze-site'].perform(on, anna),
      (on) => acts.undo.perform(on, anna),
      (on) => acts['unfreeze-site'].perform(on, anna),
      (on) => acts.withdraw.perform(on, anna),
      (on) => activateRelease(on, { ...anna, id: second, guard: 'off' }),
      (on) => acts.restore.perform(on, anna),
      (on) => activateRelease(on, { ...anna, remote: 'mf-demos', id: demos, guard: 'off' }),
      (on) => rollbackRelease(on, { ...anna, several: [{ remote: 'mf-agents' }] }),
      (on) => acts.undo.perform(on, anna),
    ];
    const before = (await readSwitches(store)).length;
    for (const step of steps) await step(platform);
    const { chain } = buildPlatform(store);
    await chain.refresh({ whole: true });
    expect(chain.problems).toEqual([]);
    expect(chain.history).toHaveLength(before + steps.length);
  });
});
