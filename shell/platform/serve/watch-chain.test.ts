import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { activateRelease } from '../acts/acts.ts';
import { signHash } from '../keys/keys.ts';
import type { ReleaseStore } from '../log/release-store.ts';
import type { RevisionLog } from '../log/revision-log.ts';
import { ReleaseChain } from '../state/release-chain.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { anna, buildFoundedSite, buildPublishedSite, type PublishedSite } from '../testing/build-published-site.ts';
import { until } from '../testing/until.ts';
import type { ReleasePlatform } from './release-policy.ts';
import { type ChainWatch, ServedMark, watchChain } from './watch-chain.ts';

let dataDir: string;
let store: ReleaseStore;
let platform: ReleasePlatform;
let seen: number[];
let problems: string[];
/** The hash of the revision that was written last. */
let previous: string | null;
const watches: ChainWatch[] = [];
/** Everything is looked at about four times a second. */
const pace = { poll: 10, newest: 250, whole: 250, isFree: true };

beforeEach(async () => {
  ({ dataDir, store, platform } = await buildFoundedSite());
  seen = [];
  problems = [];
  previous = null;
});

afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
});

/** Writes the next revision, signed, over what was written before. */
async function append(revision: number): Promise<void> {
  const signer = await platform.readSigner();
  const action = { type: 'activate' as const, remote: 'mf-agents', id: `1.${revision}.0-0a1b2c3d` };
  const at = new Date().toISOString();
  previous ??= (await store.log.read(0))?.sha256 ?? null;
  await store.log.append({ revision, previous, at, by: 'anna', reason: '', action }, (sha256) => {
    previous = sha256;
    return [signHash(sha256, signer)];
  });
}

function start(log: RevisionLog = store.log) {
  const root = async () => (await platform.readRootSigner()).publicKey;
  const chain = new ReleaseChain({ log, place: store.place }, root);
  const watch = watchChain(chain, ({ revision }) => seen.push(revision), {
    pace,
    onProblem: (sentence) => problems.push(sentence),
  });
  watches.push(watch);
  return { ready: watch.ready, stop: watch.stop, revision: () => chain.current?.composition.revision };
}

/** The log, whose looks at a revision wait for something first. */
function slowLog(before: (revision: number) => Promise<void>): RevisionLog {
  return Object.assign(Object.create(store.log), {
    list: () => store.log.list(),
    async fingerprint(revision: number) {
      await before(revision);
      return store.log.fingerprint(revision);
    },
    read: (revision: number) => store.log.read(revision),
    keep: (signed: Parameters<RevisionLog['keep']>[0]) => store.log.keep(signed),
  });
}

const fileOf = (revision: number) => join(dataDir, 'releases/log', `${String(revision).padStart(12, '0')}.json`);

describe('watching the composition', () => {
  it('tells the current revision at once and every later one once it was written', async () => {
    await append(1);
    const watch = start();
    await watch.ready;
    expect(watch.revision()).toBe(1);
    for (const revision of [2, 3, 4]) {
      await append(revision);
      await until(() => watch.revision() === revision);
    }
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('waits for a store that does not exist yet', async () => {
    const watch = start();
    await watch.ready;
    expect(watch.revision()).toBeUndefined();
    await append(1);
    await until(() => watch.revision() === 1);
    expect(problems).toEqual([]);
  });

  it('keeps the last good one while a newer one is damaged, says so once, and takes the next good one', async () => {
    await append(1);
    const watch = start();
    await watch.ready;
    await writeFile(fileOf(2), '{"entry": {"revision": 2');
    await until(() => problems.length > 0);
    await wait(400);
    expect(watch.revision()).toBe(1);
    expect(problems).toEqual([expect.stringMatching(/^Revision 2 .* is damaged and does not count/)]);
    await rm(fileOf(2));
    await append(2);
    await until(() => watch.revision() === 2);
    expect(seen).toEqual([1, 2]);
  });

  it('takes nothing past a revision that is half-written, and everything once its rest arrives', async () => {
    await append(1);
    await append(2);
    const whole = await readFile(fileOf(2), 'utf8');
    await writeFile(fileOf(2), whole.slice(0, 100));
    await append(3);
    const watch = start();
    await until(() => problems.length > 0);
    expect(watch.revision()).toBe(1);
    await writeFile(fileOf(2), whole);
    await until(() => watch.revision() === 3);
    expect(seen).toEqual([1, 3]);
  });

  it('survives the store going away and coming back, and says so once', async () => {
    await append(1);
    const watch = start();
    await watch.ready;
    const folder = join(dataDir, 'releases');
    await rename(folder, join(dataDir, 'away'));
    await writeFile(folder, 'not a folder');
    await until(() => problems.length > 0);
    await wait(400);
    expect(watch.revision()).toBe(1);
    await rm(folder);
    await rename(join(dataDir, 'away'), folder);
    await append(2);
    await until(() => watch.revision() === 2);
    // One for each way in which it was away.
    expect(problems).toEqual([...new Set(problems)]);
  });

  it('does not pile up looks at a slow store', async () => {
    await mkdir(join(dataDir, 'releases/log'), { recursive: true });
    let looking = 0;
    let most = 0;
    const watch = start(
      slowLog(async () => {
        looking += 1;
        most = Math.max(most, looking);
        await wait(60);
        looking -= 1;
      }),
    );
    await wait(200);
    await append(1);
    await until(() => watch.revision() === 1);
    expect(most).toBe(1);
  });

  it('tells a new revision while the old ones are looked at again', async () => {
    await append(1);
    const answer = Promise.withResolvers<void>();
    let isHeld = false;
    let isAsked = false;
    const watch = start(
      slowLog(async (revision) => {
        if (!isHeld || revision !== 1) return;
        isAsked = true;
        await answer.promise;
      }),
    );
    await watch.ready;
    isHeld = true;
    await until(() => isAsked);
    await append(2);
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
    answer.resolve();
  });

  it('goes on when the listener throws', async () => {
    await append(1);
    const watch = watchChain(
      platform.chain,
      () => {
        throw new Error('the listener failed');
      },
      { pace, onProblem: (sentence) => problems.push(sentence) },
    );
    watches.push(watch);
    await watch.ready;
    await append(2);
    await until(() => platform.chain.current?.composition.revision === 2);
    expect(problems).toEqual(['the listener failed']);
  });

  it('is silent once stopped', async () => {
    const watch = start();
    await watch.ready;
    watch.stop();
    await append(1);
    await wait(60);
    expect(seen).toEqual([]);
  });
});

describe('the mark of the served revision', () => {
  let site: PublishedSite;

  beforeEach(async () => {
    site = await buildPublishedSite();
    await activateRelease(site.platform, { ...anna, id: site.first });
    await site.platform.chain.refresh({ whole: true });
  });

  it('may be ahead of a server whose folder another server shares, and then is no loss', async () => {
    const { store, platform, second } = site;
    const ahead = buildPlatform(store);
    await activateRelease(ahead, { ...anna, id: second });
    await ahead.chain.refresh({ whole: true });
    await new ServedMark(store).look(ahead.chain);
    expect(platform.chain.current?.composition.revision).toBe(1);
    const behind = new ServedMark(store);
    await behind.look(platform.chain);
    expect(behind.problem).toBeNull();
  });

  it('reports a problem when it cannot be written, and does not throw', async () => {
    const { store, platform } = site;
    await mkdir(join(store.keysFolder, 'served-revision.json'), { recursive: true });
    const mark = new ServedMark(store);
    await mark.look(platform.chain);
    expect(mark.problem).toMatch(
      /^This server cannot save which revision it serves \(.*\)\. After a restart it would not notice/,
    );
  });
});
