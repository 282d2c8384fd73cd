import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Composition } from 'kit/contracts/composition';
import { buildFolder } from '../testing/build-dist.ts';
import { until } from '../testing/until.ts';
import { FolderReleaseStore } from './folder-release-store.ts';
import type { RevisionLog } from './release-store.ts';
import { type CompositionWatch, watchComposition } from './watch-composition.ts';

let dataDir: string;
let store: FolderReleaseStore;
let seen: number[];
let problems: string[];
const watches: CompositionWatch[] = [];

beforeEach(async () => {
  dataDir = await buildFolder();
  store = new FolderReleaseStore(dataDir);
  seen = [];
  problems = [];
});

afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
});

function build(revision: number): Composition {
  const id = '1.0.0-0a1b2c3d';
  return {
    revision,
    at: '2026-11-20T18:00:00.000Z',
    by: 'anna',
    action: 'activate',
    remote: 'mf-agents',
    from: null,
    to: id,
    reason: '',
    remotes: { 'mf-agents': { live: id, previous: null } },
  };
}

function start(log: RevisionLog<Composition> = store.compositions, from: Composition | null = null) {
  const watch = watchComposition(log, ({ revision }) => seen.push(revision), {
    intervalMs: 10,
    onProblem: (sentence) => problems.push(sentence),
    from,
  });
  watches.push(watch);
  return watch;
}

const fileOf = (revision: number) => join(dataDir, 'releases/compositions', `${revision}.json`);

describe('watching the composition', () => {
  it('tells the current revision at once and every later one once it was written', async () => {
    await store.compositions.append(build(1));
    const watch = start();
    await watch.ready;
    expect(watch.current?.revision).toBe(1);
    for (const revision of [2, 3, 4]) {
      await store.compositions.append(build(revision));
      await until(() => watch.current?.revision === revision);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('waits for a store that does not exist yet', async () => {
    const watch = start();
    await watch.ready;
    expect(watch.current).toBeNull();
    await store.compositions.append(build(1));
    await until(() => watch.current?.revision === 1);
    expect(problems).toEqual([]);
  });

  it('says nothing of a revision that is in effect already', async () => {
    await store.compositions.append(build(1));
    const watch = start(store.compositions, build(1));
    await wait(50);
    expect(watch.current?.revision).toBe(1);
    expect(seen).toEqual([]);
  });

  it('keeps the last good one while a newer one is damaged, says so once, and takes the next good one', async () => {
    await store.compositions.append(build(1));
    const watch = start();
    await watch.ready;
    await writeFile(fileOf(2), '{"entry": {"revision": 2');
    await until(() => problems.length > 0);
    await wait(400);
    expect(watch.current?.revision).toBe(1);
    expect(problems).toEqual([expect.stringMatching(/^Composition revision 2 .* is damaged and does not count/)]);
    await store.compositions.append(build(3));
    await until(() => watch.current?.revision === 3);
    expect(seen).toEqual([1, 3]);
  });

  it('takes a half-written revision when its rest arrives', async () => {
    await store.compositions.append(build(1));
    await store.compositions.append(build(2));
    const whole = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), whole.slice(0, 100));
    const watch = start();
    await until(() => problems.length > 0);
    expect(watch.current?.revision).toBe(1);
    await writeFile(fileOf(2), whole);
    await until(() => watch.current?.revision === 2);
  });

  it('never goes back to an older revision that arrives late', async () => {
    await store.compositions.append(build(1));
    await store.compositions.append(build(2));
    const whole = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), whole.slice(0, 100));
    await store.compositions.append(build(3));
    const watch = start();
    await watch.ready;
    await writeFile(fileOf(2), whole);
    await wait(500);
    expect(watch.current?.revision).toBe(3);
    expect(seen).toEqual([3]);
  });

  it('finds a revision that a sync brought before the one below it', async () => {
    await store.compositions.append(build(1));
    const watch = start();
    await watch.ready;
    await store.compositions.append(build(4));
    await until(() => watch.current?.revision === 4);
  });

  it('survives the store going away and coming back, and says so once', async () => {
    await store.compositions.append(build(1));
    const watch = start();
    await watch.ready;
    const folder = join(dataDir, 'releases');
    await rename(folder, join(dataDir, 'away'));
    await writeFile(folder, 'not a folder');
    await until(() => problems.length > 0);
    await wait(400);
    expect(watch.current?.revision).toBe(1);
    await rm(folder);
    await rename(join(dataDir, 'away'), folder);
    await store.compositions.append(build(2));
    await until(() => watch.current?.revision === 2);
    expect(problems.length).toBeLessThanOrEqual(2);
  });

  it('does not pile up looks at a slow store', async () => {
    await mkdir(join(dataDir, 'releases/compositions'), { recursive: true });
    let looking = 0;
    let most = 0;
    const slow: RevisionLog<Composition> = Object.assign(Object.create(store.compositions), {
      readCurrent: () => store.compositions.readCurrent(),
      async fingerprint(revision: number) {
        looking += 1;
        most = Math.max(most, looking);
        await wait(60);
        looking -= 1;
        return store.compositions.fingerprint(revision);
      },
      read: (revision: number) => store.compositions.read(revision),
    });
    const watch = start(slow);
    await wait(200);
    await store.compositions.append(build(1));
    await until(() => watch.current?.revision === 1);
    expect(most).toBe(1);
  });

  it('goes on when the listener throws', async () => {
    await store.compositions.append(build(1));
    const watch = watchComposition(
      store.compositions,
      () => {
        throw new Error('the listener failed');
      },
      { intervalMs: 10, onProblem: (sentence) => problems.push(sentence) },
    );
    watches.push(watch);
    await watch.ready;
    await store.compositions.append(build(2));
    await until(() => watch.current?.revision === 2);
    expect(problems).toEqual(['the listener failed']);
  });

  it('is silent once stopped', async () => {
    const watch = start();
    await watch.ready;
    watch.stop();
    await store.compositions.append(build(1));
    await wait(60);
    expect(seen).toEqual([]);
  });
});
