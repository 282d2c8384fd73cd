import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { integrityOf } from 'kit/squad/release/content-id';
import { KeyFiles, Keys, openPlatform, type ReleaseStore, SiteRights, Stores } from '../../../shell/platform/index.ts';
import type { FaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import { readFileOf } from '../../../shell/platform/testing/object-store/open-bucket.ts';
import { type Arena, type Finding, type Row, repair } from './drill-row.ts';

// Requirements on the store itself, with two machines at two gateways.

type Revision = Parameters<ReleaseStore['log']['append']>[0];

const remote = 'mf-agents';
const id = '1.0.0-0a1b2c3d';
const longHistory = Number(process.env.REVISIONS ?? 10_000);

async function openTwo({ ceph, proxies, makeFolder }: Arena, bucket?: string) {
  const address = `s3://${bucket ?? (await ceph.makeBucket())}/site`;
  const open = async (proxy: FaultProxy, dataDir?: string) =>
    Stores.openBucketStore({
      address,
      environment: { ...ceph.environment, S3_ENDPOINT: proxy.url },
      dataDir: dataDir ?? (await makeFolder()),
      notify: () => {},
    });
  const [one, other] = proxies;
  return { address, open, one: await open(one), other: await open(other) };
}

function buildEntry(revision: number, by: string): Revision {
  const at = new Date().toISOString();
  return { revision, previous: null, at, by, reason: '', action: { type: 'activate', remote, id } };
}

const unsigned = () => [];

type Outcome = 'won' | 'taken' | 'unknown';

async function outcomeOf(writing: Promise<void>): Promise<Outcome> {
  try {
    await writing;
    return 'won';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'revision-taken' ? 'taken' : 'unknown';
  }
}

/** Two writers write each revision at the same time; counts the combinations of outcomes. */
async function race({ one, other }: Awaited<ReturnType<typeof openTwo>>, times: number): Promise<Finding> {
  const met: Record<string, number> = {};
  for (let revision = 1; revision <= times; revision += 1) {
    const outcomes = await Promise.all([
      outcomeOf(one.log.append(buildEntry(revision, 'anna'), unsigned)),
      outcomeOf(other.log.append(buildEntry(revision, 'ben'), unsigned)),
    ]);
    const name = outcomes.sort().join(' and ');
    met[name] = (met[name] ?? 0) + 1;
  }
  return { passed: met['taken and won'] === times, words: JSON.stringify(met) };
}

const twoSwitches: Row = {
  name: 'race',
  what: 'two simultaneous switches, 200 times',
  passesWhen: 'exactly one wins',
  run: async (arena) => race(await openTwo(arena), 200),
};

const lostAnswers: Row = {
  name: 'lost',
  what: 'response lost after the write, 20 times',
  passesWhen: 'right result every time',
  async run(arena) {
    const stores = await openTwo(arena);
    const [proxy] = arena.proxies;
    const outcomes: string[] = [];
    for (let revision = 1; revision <= 20; revision += 1) {
      proxy.faults.lostAnswers = 1;
      const first = await outcomeOf(stores.one.log.append(buildEntry(revision, 'anna'), unsigned));
      proxy.faults.lostAnswers = 0;
      outcomes.push(`${first} ${await outcomeOf(stores.other.log.append(buildEntry(revision, 'ben'), unsigned))}`);
    }
    const right = outcomes.filter((outcome) => outcome === 'won taken').length;
    return { passed: right === 20, words: `${right} of 20 right` };
  },
};

const slowDown: Row = {
  name: 'slow-down',
  what: '40 % of answers 503 SlowDown, 40 pairs of switches',
  passesWhen: 'never two winners',
  async run(arena) {
    const stores = await openTwo(arena);
    for (const { faults } of arena.proxies) faults.slowDown = 0.4;
    return race(stores, 40);
  },
};

const cutUploads: Row = {
  name: 'cut',
  what: 'upload interrupted at each object',
  passesWhen: 'never listed; repeating completes it',
  async run(arena) {
    const { one, other } = await openTwo(arena);
    const [{ faults }] = arena.proxies;
    const files = new Map(['a', 'b', 'c', 'd'].map((name) => [`browser/${name}.js`, name.repeat(20_000)]));
    const bad: string[] = [];
    for (let at = 0; at <= files.size; at += 1) {
      const release = `1.${at}.0-0a1b2c3d`;
      faults.cutAt = at;
      const adding = one.addRelease(remote, release, files).then(
        () => 'added',
        () => 'cut',
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      faults.isDown = true;
      if ((await adding) !== 'cut' || (await other.listReleases(remote)).includes(release)) bad.push(`listed ${at}`);
      repair(arena.proxies[0]);
      await one.addRelease(remote, release, files);
      const file = { remote, id: release, path: 'browser/d.js' };
      const content = await other.readFile(file, { isPublic: false, maxBytes: 20_000 });
      if (String(content) !== files.get('browser/d.js')) bad.push(`not whole ${at}`);
    }
    return { passed: bad.length === 0, words: bad.join(', ') || `${files.size + 1} places, each completed` };
  },
};

const twoPublishers: Row = {
  name: 'publishers',
  what: 'two CIs publish one id with different keys, 20 times',
  passesWhen: 'one complete release',
  async run(arena) {
    const { one, other } = await openTwo(arena);
    let whole = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const release = `1.${turn}.0-0a1b2c3d`;
      const added = await Promise.all(
        [one, other].map((store, index) =>
          store.addRelease(
            remote,
            release,
            new Map([
              ['browser/a.js', 'the same'],
              ['release.sig', `of key ${index}`],
            ]),
          ),
        ),
      );
      const { signature } = await other.readRelease(remote, release);
      if (added.filter(Boolean).length === 1 && signature === `of key ${added.indexOf(true)}`) whole += 1;
    }
    return { passed: whole === 20, words: `${whole} of 20 complete, with the signature of the one that succeeded` };
  },
};

const flippedBits: Row = {
  name: 'flip',
  what: 'a bit flipped in bucket or copy',
  passesWhen: 'not served, fetched again',
  async run(arena) {
    const { one, other } = await openTwo(arena);
    const [, { faults }] = arena.proxies;
    const file = { integrity: integrityOf(Buffer.from('content')), bytes: 7 };
    const record = { remote, id, serverEntry: 'server/remote.cjs', files: { 'browser/a.js': file } };
    const files = { 'browser/a.js': 'content', 'release.json': JSON.stringify(record) };
    await one.addRelease(remote, id, new Map(Object.entries(files)));
    const read = (store: ReleaseStore) => readFileOf(store, record, 'browser/a.js');
    faults.flips = /browser\/a\.js/;
    const refused = await read(other).then(
      () => 'served',
      () => 'refused',
    );
    faults.flips = null;
    await read(one);
    const copies = path.join(one.keysFolder, '../mirror', one.place.slice('s3://'.length), 'objects');
    await writeFile(path.join(copies, 'remotes', remote, id, 'browser/a.js'), 'contenu');
    const again = await read(one);
    const later = await read(other);
    const passed = refused === 'refused' && again === 'content' && later === 'content';
    return { passed, words: `from the bucket ${refused}; the changed copy was "${again}" when it was opened again` };
  },
};

/** Writes a site with a long history; returns its store's address and its keys. */
async function writeHistory(arena: Arena, revisions: number) {
  const stores = await openTwo(arena);
  const store = await stores.open(arena.proxies[0]);
  const keys = KeyFiles.keyPlacesIn(store.keysFolder);
  const budget = { registered: 1, page: 1 };
  await SiteRights.foundSite({ store, keys, by: 'the drill', namespaces: [{ path: '/', remote }], budget });
  const signer = await openPlatform({ store, policy: noPolicy, keys }).readSigner();
  let previous = (await store.log.read(0))?.sha256 ?? null;
  const writing: Promise<void>[] = [];
  for (let revision = 1; revision <= revisions; revision += 1) {
    const action = { type: 'activate' as const, remote, id: `1.${revision}.0-0a1b2c3d` };
    const append = store.log.append({ ...buildEntry(revision, 'anna'), previous, action }, (hash) => {
      previous = hash;
      return [Keys.signHash(hash, signer)];
    });
    writing.push(append);
    if (writing.length === 64) await Promise.all(writing.splice(0));
  }
  await Promise.all(writing);
  return { ...stores, keys };
}

/** The cast is safe: the rows that use it read no policy. */
const noPolicy = {} as Parameters<typeof openPlatform>[0]['policy'];

const history: Row = {
  name: 'history',
  what: `${longHistory} revisions at 30 ms a request`,
  passesWhen: 'all is read <= 1 s for a rollback, a start with copies <= 2 s',
  async run(arena) {
    const { address, keys } = await writeHistory(arena, longHistory);
    const [proxy] = arena.proxies;
    proxy.faults.delay = 30;
    const environment = { ...arena.ceph.environment, S3_ENDPOINT: proxy.url };
    const read = async (dataDir: string) => {
      const store = Stores.openBucketStore({ address, environment, dataDir, serving: { mirrorBytes: 1e9 } });
      const { chain } = openPlatform({ store, policy: noPolicy, keys });
      const started = performance.now();
      await chain.refresh({ whole: true });
      const milliseconds = Math.round(performance.now() - started);
      if (chain.current?.composition.revision !== longHistory) throw new Error('It did not read the whole history.');
      const before = performance.now();
      await chain.refresh({ whole: true });
      return { milliseconds, again: Math.round(performance.now() - before) };
    };
    const folder = await arena.makeFolder();
    const first = await read(folder);
    const started = await read(folder);
    return {
      passed: started.milliseconds <= 2000 && started.again <= 1000,
      words: `a machine without copies ${first.milliseconds} ms, with copies ${started.milliseconds} ms, in a running process ${started.again} ms`,
    };
  },
};

export const storeRows: readonly Row[] = [
  ...[twoSwitches, lostAnswers, slowDown, cutUploads, twoPublishers, flippedBits, history],
];
