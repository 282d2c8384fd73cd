import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease, acts, rollbackRelease, startCanary } from '../acts/acts.ts';
import { revokeKey } from '../acts/change-rights.ts';
import { publishRelease } from '../acts/publish-release.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import { buildDist } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildPublishedSite } from '../testing/build-published-site.ts';
import { grantNewKey, signedBy } from '../testing/build-switched-site.ts';
import { startFollower } from '../testing/start-follower.ts';
import { tamperWith } from '../testing/tamper.ts';
import { until } from '../testing/until.ts';
import type { ReleasePlatform } from './release-policy.ts';
import type { SiteFollower } from './site-follower.ts';

let store: ReleaseStore;
let platform: ReleasePlatform;
let first: string;
let second: string;
let follower: SiteFollower;
let said: string[];

beforeEach(async () => {
  ({ store, platform, first, second } = await buildPublishedSite());
  await activateRelease(platform, { ...anna, id: first });
  said = [];
  follower = await startFollower(buildPlatform(store), said);
});

/** Ends the server, and starts one anew. */
async function startAnew(): Promise<void> {
  follower.stop();
  follower = await startFollower(buildPlatform(store), said);
}

const served = () => follower.current.remotes.map(({ live }) => `${follower.current.revision} ${live.record.id}`);

describe('a server over a copy of the store', () => {
  it('serves the release before until the live one arrives, says so once, and serves that from then on', async () => {
    await activateRelease(platform, { ...anna, id: second });
    const { commitFile } = tamperWith(store, second);
    // Nothing is on its way in this one any more, which would miss the release, too.
    await until(() => served().join() === `2 ${second}`);
    await rename(commitFile, join(store.place, 'on-its-way'));
    await startAnew();
    expect(served()).toEqual([`2 ${first}`]);
    await rename(join(store.place, 'on-its-way'), commitFile);
    await until(() => served().join() === `2 ${second}`);
    expect(said).toEqual([expect.stringContaining(`mf-agents ${second} is not served`)]);
  });

  it('reads a revision again that missed a release, which is whole once it has arrived', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await activateRelease(platform, { ...anna, id: first });
    await until(() => follower.current.revision === 3);
    const { commitFile } = tamperWith(store, second);
    await rename(commitFile, join(store.place, 'on-its-way'));
    await startAnew();
    const incomplete = await follower.site(2);
    expect(incomplete?.isComplete).toBe(false);
    await rename(join(store.place, 'on-its-way'), commitFile);
    const whole = await follower.site(2);
    expect(whole?.isComplete).toBe(true);
    expect(whole?.remotes.map(({ live }) => live.record.id)).toEqual([second]);
  });

  it('finds the page of a path with a million slashes in it as quickly as any other', () => {
    const slashes = '/'.repeat(1_000_000);
    expect(follower.current.findPage(`${slashes}x${slashes}`)).toBeUndefined();
    expect(follower.current.findPage(slashes)).toEqual(follower.current.findPage('/'));
  });

  it('knows a revision once it is there, whoever asked for it before', async () => {
    expect(await follower.site(2)).toBeNull();
    await activateRelease(platform, { ...anna, id: second });
    await activateRelease(platform, { ...anna, id: first });
    await until(() => follower.current.revision === 3);
    expect((await follower.site(2))?.remotes.map(({ live }) => live.record.id)).toEqual([second]);
  });
});

describe('a release for whoever asks for a file of it', () => {
  const ask = (id: string, isOwnPreview = false) => follower.publicRelease('mf-agents', id, () => isOwnPreview);

  it('is one that a revision has named, or that a preview of their own does', async () => {
    await expect(ask(second)).rejects.toThrow(/Nothing names a release/);
    expect((await ask(second, true)).record.id).toBe(second);
    // Somebody with a preview has it open: nobody else gets it for that.
    await expect(ask(second)).rejects.toThrow(/Nothing names a release/);
    await activateRelease(platform, { ...anna, id: second });
    // Also before this server looks for a switch again: another one may have sent the page.
    expect((await ask(second)).record.id).toBe(second);
    expect((await ask(first)).record.id).toBe(first);
  });

  it('stays open whatever else is asked for', async () => {
    const live = await ask(first);
    const invented = Array.from({ length: 150 }, (_, index) => ask(`9.9.${index}-00000000`, true).catch(() => null));
    await Promise.all(invented);
    expect(await ask(first)).toBe(live);
  });
});

describe('releases that were taken back', () => {
  const withdrawn = (release: string) => ({ [`mf-agents/${release}`]: follower.current.revision });

  it('are named with the revision that did it, until they are live again, and never while they are', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await until(() => follower.current.revision === 2);
    expect(follower.withdrawn).toEqual({});
    await rollbackRelease(platform, { ...anna });
    await until(() => follower.current.revision === 3);
    expect(follower.withdrawn).toEqual(withdrawn(second));
    await activateRelease(platform, { ...anna, id: second });
    await until(() => follower.current.revision === 4);
    expect(follower.withdrawn).toEqual({});
  });

  it('may be canaries that ended, and are told by a server that starts later, too', async () => {
    await startCanary(platform, { ...anna, id: second, percent: 10 });
    await acts.abort.perform(platform, { ...anna });
    await until(() => follower.current.revision === 3);
    expect(follower.withdrawn).toEqual(withdrawn(second));
    await startAnew();
    expect(follower.withdrawn).toEqual(withdrawn(second));
  });
});

describe('a switch', () => {
  it('is known to whoever asks for its revision, before the next look is due', async () => {
    for (const [revision, id] of [second, first, second].entries()) {
      await activateRelease(platform, { ...anna, id });
      expect((await follower.site(revision + 2))?.revision).toBe(revision + 2);
    }
    expect(await follower.site(9)).toBeNull();
  });

  it('waits until its pages are ready, and not for long', async () => {
    const ready = Promise.withResolvers<void>();
    const asked: string[] = [];
    follower.beforeChange(({ from, to }) => {
      asked.push(`${from.revision} to ${to.revision}, at ${follower.current.revision}`);
      return asked.length === 1 ? ready.promise : new Promise(() => {});
    });
    await activateRelease(platform, { ...anna, id: second });
    await until(() => asked.length === 1);
    expect(served()).toEqual([`1 ${first}`]);
    ready.resolve();
    await until(() => served()[0] === `2 ${second}`);
    await rollbackRelease(platform, anna);
    await until(() => served()[0] === `3 ${first}`);
    expect(asked).toEqual(['1 to 2, at 1', '2 to 3, at 2']);
  });

  it('is taken where its pages cannot be made ready, which is said', async () => {
    follower.beforeChange(() => Promise.reject(new Error('no renderer')));
    await activateRelease(platform, { ...anna, id: second });
    await until(() => served()[0] === `2 ${second}`);
    expect(said).toContain('no renderer');
  });

  it('has its pages made ready until the next switch, also after it has taken effect', async () => {
    const signals: AbortSignal[] = [];
    follower.beforeChange(({ signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    await activateRelease(platform, { ...anna, id: second });
    await until(() => served()[0] === `2 ${second}`);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await rollbackRelease(platform, anna);
    await until(() => signals.length === 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

describe('a live release whose key is revoked by force', () => {
  it('leaves running servers as it leaves those that start then: the one before comes back', async () => {
    const squad = signedBy(buildPlatform(store), await grantNewKey(platform, 'squad'));
    const { record } = await publishRelease(squad, await buildDist({ version: '1.2.0' }));
    await activateRelease(squad, { ...anna, id: record.id });
    await until(() => served()[0] === `3 ${record.id}`);
    await revokeKey(platform, { name: 'squad', force: true, by: 'anna', reason: 'it was stolen' });
    await until(() => served()[0] === `3 ${first}`);
    expect(said).toContainEqual(
      expect.stringMatching(`mf-agents ${record.id} is not served: .* the key squad, which was revoked`),
    );
    const started = await startFollower(buildPlatform(store));
    expect(started.current.remotes.map(({ live }) => live.record.id)).toEqual([first]);
  });
});

describe('a server that starts anew', () => {
  const newest = () => join(store.place, 'log/000000000002.json');

  it('says that the newest revision was taken away, until it is back', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await startAnew();
    await rename(newest(), join(store.place, 'taken.json'));
    await startAnew();
    expect(served()).toEqual([`1 ${first}`]);
    expect(follower.problems).toEqual([
      expect.stringMatching(
        /The store holds revision 1, but this server has served revision 2\. A backup was restored/,
      ),
    ]);
    expect(said).toContainEqual(expect.stringContaining('this server has served revision 2'));
    await rename(join(store.place, 'taken.json'), newest());
    await startAnew();
    expect(follower.problems).toEqual([]);
  });

  it('says that another one was put in its place, until somebody has it go on from there', async () => {
    await activateRelease(platform, { ...anna, id: second });
    await startAnew();
    await rename(newest(), join(store.place, 'taken.json'));
    await activateRelease(buildPlatform(store), { ...anna, id: second, reason: 'another one' });
    await startAnew();
    expect(follower.problems).toEqual([expect.stringContaining('holds another revision 2 than the one')]);
    await rm(join(store.keysFolder, 'served-revision.json'));
    await startAnew();
    expect(follower.problems).toEqual([]);
  });

  it('makes its mark anew where that was cut', async () => {
    await writeFile(join(store.keysFolder, 'served-revision.json'), '{"revision":9');
    await startAnew();
    expect(follower.problems).toEqual([]);
    await activateRelease(platform, { ...anna, id: second });
    await startAnew();
    expect(JSON.parse(await readFile(join(store.keysFolder, 'served-revision.json'), 'utf8'))).toMatchObject({
      revision: 2,
    });
  });
});
