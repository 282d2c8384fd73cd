import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { openFolderStore } from '../log/open-store.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { ReleasePlatform } from '../serve/release-policy.ts';
import { readAudit } from '../state/read-audit.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, copiesOf } from '../testing/build-published-site.ts';
import { tamperWith } from '../testing/tamper.ts';
import { activateRelease, rollbackRelease, startCanary } from './acts.ts';
import { pruneStore, verifyStore } from './upkeep.ts';

const carol = { by: 'carol', reason: 'the disk' };
const dayAndMinute = 24 * 3_600_000 + 60_000;
let store: ReleaseStore;
let platform: ReleasePlatform;

const copySiteOf = (amount: number) =>
  copiesOf(async (site) => {
    const all: string[] = [];
    for (let minor = 0; minor < amount; minor += 1)
      all.push(await buildPublished(site.store, { version: `1.${minor}.0` }));
    return { all };
  });
const [copyWithFew, copyWithMany] = [copySiteOf(6), copySiteOf(13)];

/** A site with so many releases, oldest first. */
async function buildReleases(amount: number, publishedHoursAgo = 0): Promise<string[]> {
  const site = await (amount <= 6 ? copyWithFew() : copyWithMany());
  ({ store, platform } = site);
  for (const [index, id] of site.all.entries()) {
    const at = new Date(Date.now() - publishedHoursAgo * 3_600_000 + index);
    if (index >= amount) await store.removeRelease('mf-agents', id);
    else await utimes(tamperWith(store, id).commitFile, at, at);
  }
  return site.all.slice(0, amount);
}

const held = async () => new Set(await store.listReleases('mf-agents'));

describe('pruning', () => {
  it('keeps the ten newest releases and removes older ones that nothing uses', async () => {
    const ids = await buildReleases(13, 48);
    const removed = await pruneStore(platform, carol);
    expect(removed).toEqual([ids[2], ids[1], ids[0]].map((id) => `mf-agents ${id}`));
    expect(await held()).toEqual(new Set(ids.slice(3)));
    expect(await pruneStore(platform, carol)).toEqual([]);
    const { entries } = await readAudit(platform);
    expect(entries.filter(({ action }) => action === 'prune')).toMatchObject([{ ...carol, subjects: removed }]);
  });

  it('keeps everything for a day, however much there is', async () => {
    await buildReleases(13, 23.9);
    expect(await pruneStore(platform, carol)).toEqual([]);
    expect((await held()).size).toBe(13);
  });

  it('only tells in a dry run', async () => {
    await buildReleases(13, 48);
    expect(await pruneStore(platform, { ...carol, dryRun: true })).toHaveLength(3);
    expect((await held()).size).toBe(13);
  });

  it('never removes what is live, previous or canary, however old', async () => {
    const ids = await buildReleases(13, 1000);
    const [previous = '', live = '', canary = ''] = ids;
    await activateRelease(platform, { ...anna, id: previous });
    await activateRelease(platform, { ...anna, id: live });
    await startCanary(platform, { ...anna, id: canary, percent: 5 });
    await pruneStore(platform, { ...carol, now: Date.now() + 100 * dayAndMinute });
    const kept = await held();
    expect(kept.size).toBe(10);
    for (const id of [previous, live, canary]) expect(kept).toContain(id);
  });

  it('keeps a release for a day after it was last live, not after it was published', async () => {
    const ids = await buildReleases(13, 1000);
    const [first = '', second = '', third = '', ...later] = ids;
    await activateRelease(platform, { ...anna, id: first });
    await activateRelease(platform, { ...anna, id: second });
    await activateRelease(platform, { ...anna, id: third });
    // The third is live and the second is previous; the first was in use until a moment ago.
    const afterwards = new Date(Date.now() + 2 * dayAndMinute);
    for (const id of later) await utimes(tamperWith(store, id).commitFile, afterwards, afterwards);
    await pruneStore(platform, { ...carol, now: Date.now() + 23 * 3_600_000 });
    expect(await held()).toContain(first);
    await pruneStore(platform, { ...carol, now: Date.now() + dayAndMinute });
    expect(await held()).not.toContain(first);
    expect(await held()).toContain(second);
  });

  it('takes away what a publisher that died a day ago left behind, and nothing of one at work', async () => {
    await buildReleases(1);
    const folder = join(store.place, 'remotes/mf-agents');
    const [abandoned, atWork] = ['9.9.8-0a1b2c3d', '9.9.9-0a1b2c3d'];
    for (const id of [abandoned, atWork]) {
      await mkdir(join(folder, id));
      await writeFile(join(folder, id, 'a.js'), 'half');
    }
    const before = new Date(Date.now() - dayAndMinute);
    await utimes(join(folder, abandoned, 'a.js'), before, before);
    expect((await held()).size).toBe(1);
    await pruneStore(platform, { ...carol, dryRun: true });
    expect(await readdir(folder)).toHaveLength(3);
    await pruneStore(platform, carol);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^1\.0\.0-/), atWork]);
    expect((await verifyStore(platform)).problems).toEqual([]);
  });

  it('takes a signature away that was cut off a day ago', async () => {
    await buildReleases(1);
    const cut = join(store.place, 'signatures/mf-agents/1.0.0-0a1b2c3d/.writing-dead');
    await mkdir(dirname(cut), { recursive: true });
    await writeFile(cut, 'half');
    const before = new Date(Date.now() - dayAndMinute);
    await utimes(cut, before, before);
    await pruneStore(platform, carol);
    expect(await readdir(dirname(cut))).toEqual([]);
  });

  it('goes on where somebody else who prunes has removed a release or a folder first', async () => {
    await buildReleases(13, 25);
    const before = new Date(Date.now() - dayAndMinute);
    for (let index = 0; index < 5; index += 1) {
      const folder = join(store.place, `remotes/mf-agents/9.9.${index}-0a1b2c3d`);
      await mkdir(folder);
      await writeFile(join(folder, 'a.js'), 'half');
      await utimes(join(folder, 'a.js'), before, before);
    }
    const prune = () => pruneStore(buildPlatform(store), carol);
    await Promise.all([prune(), prune(), prune()]);
    expect((await held()).size).toBe(10);
    expect(await readdir(join(store.place, 'remotes/mf-agents'))).toHaveLength(10);
  });

  it('takes packages of squads that are older than 90 days, but the newest twenty', async () => {
    await buildReleases(1);
    for (let index = 10; index < 33; index += 1) {
      await store.packages.add(`kit-2.0.${index}-0a1b2c3d.tgz`, Buffer.from('archive'));
      const added = new Date(Date.now() - (99 - index) * dayAndMinute);
      await utimes(join(store.place, 'packages', `kit-2.0.${index}-0a1b2c3d.tgz`), added, added);
    }
    // The oldest is 89 days old.
    expect(await pruneStore(platform, { ...carol, dryRun: true })).toEqual([]);
    const later = Date.now() + 2.5 * dayAndMinute;
    expect(await pruneStore(platform, { ...carol, now: later })).toEqual([
      'package kit-2.0.11-0a1b2c3d.tgz',
      'package kit-2.0.10-0a1b2c3d.tgz',
    ]);
    expect(await store.packages.list()).toHaveLength(21);
  });

  it('refuses to go below what the site promises', async () => {
    await buildReleases(1);
    await expect(pruneStore(platform, { ...carol, keep: 9 })).rejects.toThrow(/At least 10 releases/);
    await expect(pruneStore(platform, { ...carol, hours: 23 })).rejects.toThrow(/24 hours/);
  });

  it('removes nothing while a revision cannot be read, since it may name anything', async () => {
    const [id = ''] = await buildReleases(13, 1000);
    await activateRelease(platform, { ...anna, id });
    await writeFile(join(store.place, 'log/000000000002.json'), 'half');
    await expect(pruneStore(platform, carol)).rejects.toThrow(
      /^Nothing is removed while a revision is damaged: Revision 2/,
    );
    expect((await held()).size).toBe(13);
  });

  it('leaves a rollback without a previous release when that was removed', async () => {
    const [first = '', second = '', third = ''] = await buildReleases(3);
    for (const id of [first, second, third]) await activateRelease(platform, { ...anna, id });
    await store.removeRelease('mf-agents', first);
    const { composition } = await rollbackRelease(platform, anna);
    expect(composition.remotes['mf-agents']).toMatchObject({ live: second, previous: null });
  });
});

describe('verifying the store', () => {
  it('finds nothing wrong with a good store, and nothing in an empty one', async () => {
    const empty = buildPlatform(openFolderStore(await buildFolder()));
    expect(await verifyStore(empty)).toEqual({ releases: 0, revisions: 0, problems: [] });
    const [id = ''] = await buildReleases(3);
    await activateRelease(platform, { ...anna, id });
    // The first revision founded the site.
    expect(await verifyStore(platform)).toEqual({ releases: 3, revisions: 2, problems: [] });
  });

  it('finds one flipped bit in any file, in a record and in a signature, and names the release', async () => {
    const parts = [
      'browser/remoteEntry.js',
      'server/remote.cjs',
      'browser/picture.svg',
      'record',
      'signature',
    ] as const;
    const flip = (content: Buffer | string) => {
      const flipped = Buffer.from(content);
      const place = Math.floor(flipped.length / 2);
      flipped.writeUInt8(flipped.readUInt8(place) ^ 1, place);
      return flipped;
    };
    const ids = await buildReleases(parts.length + 1);
    for (const [index, part] of parts.entries()) {
      const { overwrite, overwriteText } = tamperWith(store, ids[index] ?? '');
      if (part === 'record' || part === 'signature') await overwriteText(part, (text) => String(flip(text)));
      else await overwrite(part, flip);
    }
    const { problems } = await verifyStore(platform);
    const damaged = ids.slice(0, parts.length);
    expect(problems.flatMap((problem) => damaged.filter((id) => problem.includes(id))).sort()).toEqual(damaged);
    expect(problems).toHaveLength(parts.length);
  });

  it('finds a damaged revision, a missing file and a release that is live but gone', async () => {
    const [live = '', damaged = ''] = await buildReleases(2);
    await activateRelease(platform, { ...anna, id: live });
    await activateRelease(platform, { ...anna, id: damaged });
    await tamperWith(store, damaged).remove('server/remote.cjs');
    await store.removeRelease('mf-agents', live);
    await writeFile(join(store.place, 'log/000000000001.json'), '{}');
    const { problems } = await verifyStore(buildPlatform(store));
    expect(problems).toEqual([
      expect.stringMatching(/^Revision 1 .* is damaged/),
      expect.stringMatching(/server\/remote\.cjs of mf-agents .* is missing/),
      `mf-agents ${live} is previous, but the store does not hold it.`,
    ]);
  });
});
