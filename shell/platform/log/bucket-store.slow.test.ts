import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AwsV4Signer } from 'aws4fetch';
import { integrityOf } from 'kit/squad/release/content-id';
import { activateRelease, rollbackRelease } from '../acts/acts.ts';
import { checkStore } from '../acts/upkeep.ts';
import { keyPlacesIn } from '../keys/key-files.ts';
import { SiteFollower } from '../serve/site-follower.ts';
import { FolderStorage } from '../storage/folder.ts';
import { mapConcurrently } from '../storage/object-storage.ts';
import { S3Storage } from '../storage/s3.ts';
import { buildFolder, buildPublished } from '../testing/build-dist.ts';
import { buildPlatform } from '../testing/build-platform.ts';
import { copiesOf } from '../testing/build-published-site.ts';
import { buildRevision, unsigned } from '../testing/build-revision.ts';
import { describeReleaseStore, revisionFile } from '../testing/describe-release-store.ts';
import { isCephThere } from '../testing/object-store/ceph-settings.ts';
import { type FaultProxy, startFaultProxy } from '../testing/object-store/fault-proxy.ts';
import { type Ceph, cephKeys, cephRegion, startCeph } from '../testing/object-store/start-ceph.ts';
import { until } from '../testing/until.ts';
import { openBucketStore, prepareStore } from './open-store.ts';
import { loadRelease, readReleaseFile } from './release-files.ts';
import type { ReleaseStore } from './release-store.ts';

const id = '1.0.0-0a1b2c3d';
const anna = { remote: 'mf-agents', by: 'anna', reason: 'test', rules: [] };

/** Reads every file of a release, as a server does that serves it. */
async function loadWhole(store: ReleaseStore, release: string): Promise<void> {
  const loaded = await loadRelease(store, 'mf-agents', release);
  for (const path of Object.keys(loaded.record.files)) await readReleaseFile(loaded, path);
}

describe('the address of a bucket', () => {
  const open = (address: string, environment = {}) => openBucketStore({ address, environment, dataDir: '/nowhere' });

  it.each([
    ...['s3://', 'http://bucket', 's3://UPPER', 's3://bucket/x y', 'bucket/prefix'],
    ...['s3://bucket/..', 's3://bucket/../other', 's3://bucket/site/../other', 's3://bucket/site/.'],
  ])('is not %j', (address) => {
    expect(() => open(address)).toThrow(/^RELEASE_STORE ".*" is no store: it must be s3:\/\/bucket or/);
  });

  it('needs an endpoint that is one', () => {
    expect(() => open('s3://bucket', { S3_ENDPOINT: 'localhost:9000' })).toThrow(
      /^S3_ENDPOINT "localhost:9000" must be/,
    );
    expect(open('s3://bucket/a/b/').place).toBe('s3://bucket/a/b');
  });
});

// Without the packages of Ceph `npm test` says that these are left out.
if (isCephThere()) {
  describe('a bucket of Ceph behind a bad network', () => {
    let ceph: Ceph;
    let bucketName: string;
    let sites = 0;
    let proxy: FaultProxy;
    let address: string;
    let dataDir: string;
    let store: ReleaseStore;
    let followers: SiteFollower[];

    const open = (folder: string, { serving = false, mirrorBytes = 1e9, endpoint = proxy.url } = {}) =>
      openBucketStore({
        address,
        environment: { ...ceph.environment, S3_ENDPOINT: endpoint },
        dataDir: folder,
        notify: (sentence) => said.push(sentence),
        ...(serving && { serving: { mirrorBytes } }),
      });
    let said: string[];

    /** The platform on another machine with the keys of the site, whose network is good. */
    const elsewhere = async () =>
      buildPlatform(open(await buildFolder(), { endpoint: ceph.gateways[0] ?? '' }), keyPlacesIn(store.keysFolder));

    /** Where a server has its copy of an object. */
    const copyIn = (folder: string, key: string) => join(folder, 'mirror', address.slice(5), 'objects', key);

    /** The bucket itself, for whoever does not go through the store. */
    const openBucket = () => new S3Storage({ address, environment: ceph.environment });

    beforeAll(async () => {
      ceph = await startCeph();
      bucketName = await ceph.makeBucket();
    }, 120_000);
    afterAll(() => ceph.stop());

    beforeEach(async () => {
      said = [];
      followers = [];
      proxy = await startFaultProxy(ceph.gateways[0] ?? '');
      sites += 1;
      address = `s3://${bucketName}/site-${sites}`;
      dataDir = await buildFolder();
      store = open(dataDir);
    });
    afterEach(() => {
      for (const follower of followers) follower.stop();
      proxy.stop();
      jest.restoreAllMocks();
    });

    /** A server of its own, or one over the copies of an earlier one; it has the keys of the site. */
    async function serve(given?: string) {
      const folder = given ?? (await buildFolder());
      const problems: string[] = [];
      const serving = open(folder, { serving: true });
      const platform = buildPlatform(serving, keyPlacesIn(store.keysFolder));
      const follower = new SiteFollower(platform, { info: () => {}, error: (sentence) => problems.push(sentence) });
      followers.push(follower);
      await follower.ready;
      return { follower, problems, serving, platform };
    }

    const liveAt = (follower: SiteFollower) => follower.current.remotes[0]?.live.record.id;

    describeReleaseStore('as a folder', async () => ({
      store,
      openAgain: async () => open(await buildFolder()),
      async overwrite(revision, change) {
        const bucket = openBucket();
        const key = `log/${revisionFile(revision)}`;
        const object = await bucket.get(key);
        await bucket.put(key, change(object?.body.toString('utf8') ?? ''));
      },
    }));

    describe('tells right who won', () => {
      it('when the answer is lost after the write, also of two equal writes', async () => {
        proxy.faults.lostAnswers = 1;
        await store.log.append(buildRevision({ by: 'anna' }), unsigned);
        for (const by of ['ben', 'anna']) {
          const late = store.log.append(buildRevision({ by }), unsigned);
          await expect(late).rejects.toThrow(/Another operator was first: .* by anna/);
        }
      });

      it('when four of ten answers are 503', async () => {
        const other = open(await buildFolder());
        proxy.faults.slowDown = 0.4;
        for (let revision = 1; revision <= 3; revision += 1) {
          const results = await Promise.allSettled([
            store.log.append(buildRevision({ revision, by: 'anna' }), unsigned),
            other.log.append(buildRevision({ revision, by: 'ben' }), unsigned),
          ]);
          expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
        }
      });

      it('and says that it does not know when nobody can say', async () => {
        Object.assign(proxy.faults, { lostAnswers: 1, isDownOnceLost: true });
        await expect(store.log.append(buildRevision(), unsigned)).rejects.toThrow(
          /^It is unknown whether log\/000000000001\.json was written: .* See "npm run release -- status" before you try again\.$/,
        );
      });
    });

    it('never takes a store that is away, or a bucket that is gone, for one that holds nothing', async () => {
      const gone = openBucketStore({ address: 's3://no-such-bucket/x', environment: ceph.environment, dataDir });
      await expect(gone.log.list()).rejects.toThrow(/bucket of the release store .* does not exist/);
      await expect(gone.log.read(1)).rejects.toThrow(/does not exist/);
      proxy.faults.isDown = true;
      const looking = open(await buildFolder(), { serving: true });
      await expect(looking.log.fingerprint(1)).rejects.toThrow(/^The release store s3:.* does not answer \(/);
      expect(looking.problems).toEqual([expect.stringMatching(/^The release store does not answer since 20/)]);
      proxy.faults.isDown = false;
      expect(await looking.log.fingerprint(1)).toBeNull();
      expect(looking.problems).toEqual([]);
    });

    it('says in words that credentials have ended, and goes on with others', async () => {
      proxy.faults.areCredentialsEnded = true;
      await expect(store.addRelease('mf-agents', id, new Map([['a.js', 'one']]))).rejects.toThrow(
        /refuses these credentials \(403 ExpiredToken\): they have ended or are wrong\. Renew/,
      );
      proxy.faults.areCredentialsEnded = false;
      expect(await store.addRelease('mf-agents', id, new Map([['a.js', 'one']]))).toBe(true);
    });

    it('goes by the clock of the store where its own is 20 minutes off, and says so', async () => {
      const real = Date.now;
      jest.spyOn(Date, 'now').mockImplementation(() => real() + 20 * 60_000);
      await store.log.append(buildRevision(), unsigned);
      expect(await store.log.list()).toEqual([1]);
      expect(Math.abs(store.now() - real())).toBeLessThan(30_000);
      expect(said).toEqual([
        expect.stringMatching(/^This machine's clock is 1[12]\d\d seconds ahead of that of the release store/),
      ]);
    });

    it('never lists a release whose upload was cut, wherever that was, and completes it the next time', async () => {
      const files = new Map(['a', 'b', 'c'].map((name) => [`browser/${name}.js`, name.repeat(5000)]));
      const cutAndComplete = async (at: number) => {
        // A line of its own, so that all of them can be cut at once.
        const line = await startFaultProxy(ceph.gateways[0] ?? '');
        const publisher = open(await buildFolder(), { endpoint: line.url });
        const release = `1.${at}.0-0a1b2c3d`;
        line.faults.cutAt = at;
        const cut = publisher.addRelease('mf-agents', release, files).catch(() => 'cut');
        await until(() => (line.counts.PUT ?? 0) > at);
        expect(
          await open(await buildFolder(), { endpoint: ceph.gateways[0] ?? '' }).listReleases('mf-agents'),
        ).not.toContain(release);
        line.faults.isDown = true;
        expect(await cut).toBe('cut');
        Object.assign(line.faults, { cutAt: null, isDown: false });
        expect(await publisher.addRelease('mf-agents', release, files)).toBe(true);
        const file = { remote: 'mf-agents', id: release, path: 'browser/b.js' };
        const content = await open(await buildFolder()).readFile(file, { isPublic: false, maxBytes: 5000 });
        expect(String(content)).toBe(files.get('browser/b.js'));
        line.stop();
      };
      await Promise.all([...Array(files.size + 1).keys()].map(cutAndComplete));
    }, 120_000);

    it('takes away what a publisher that died has left, and nothing of a release', async () => {
      await store.addRelease('mf-agents', id, new Map([['a.js', 'one']]));
      const bucket = openBucket();
      await bucket.put('private/mf-agents/9.9.9-0a1b2c3d/a.js', Buffer.from('half'));
      await store.removeUnfinished(new Date(store.now() - 3_600_000));
      expect(await bucket.list('private/')).toHaveLength(2);
      await store.removeUnfinished(new Date(store.now() + 3_600_000));
      expect((await bucket.list('private/')).map(({ key }) => key)).toEqual([`private/mf-agents/${id}/a.js`]);
    });

    it('puts what browsers may have where a CDN can serve it from, and the code for servers elsewhere', async () => {
      const published = await buildPublished(store);
      const bucket = openBucket();
      const keys = (await bucket.list('remotes/')).map(({ key }) => key);
      expect(keys).toContain(`remotes/mf-agents/${published}/browser/remoteEntry.js`);
      expect(keys.join()).not.toContain('server/');
      expect((await bucket.list('private/')).map(({ key }) => key)).toEqual([
        `private/mf-agents/${published}/server/remote.cjs`,
      ]);
      const headersOf = async (key: string) => {
        const url = `${ceph.gateways[0]}/${address.slice('s3://'.length)}/${key}`;
        const signed = await new AwsV4Signer({ ...cephKeys, url, service: 's3', region: cephRegion }).sign();
        const { headers } = await fetch(signed.url, { headers: signed.headers });
        return [headers.get('cache-control'), headers.get('content-type')];
      };
      expect(await headersOf(`remotes/mf-agents/${published}/browser/remoteEntry.js`)).toEqual([
        'public, max-age=31536000, immutable',
        expect.stringMatching(/^text\/javascript/),
      ]);
      expect((await headersOf(`private/mf-agents/${published}/server/remote.cjs`))[0]).toBe('no-store');
      expect((await headersOf(`releases/mf-agents/${published}.json`))[0]).toBe('no-store');
    });

    it('is checked as it lies there, whatever the copies of this machine say', async () => {
      const published = await buildPublished(store);
      await activateRelease(buildPlatform(store), { ...anna, id: published });
      await loadWhole(store, published);
      await store.failures.replace('web-1', '[]');
      await store.packages.add('kit.tgz', Buffer.from('a package'));
      const good = await checkStore(buildPlatform(store));
      expect(good).toMatchObject({ releases: 1, revisions: 2, problems: [] });
      expect(good.findings.map(({ what }) => what)).toEqual(['conditional writes', 'listing', 'absence', 'clock']);

      const bucket = openBucket();
      await bucket.put(`remotes/mf-agents/${published}/browser/picture.svg`, Buffer.from('<svg/>'));
      await bucket.put(`remotes/mf-agents/${published}/browser/extra.js`, Buffer.from('what a CDN would serve'));
      await bucket.put('private/mf-agents/9.9.9-0a1b2c3d/a.js', Buffer.from('half'));
      await bucket.put('index.html', Buffer.from('whose?'));
      const { problems } = await checkStore(buildPlatform(store));
      expect(problems.toSorted()).toEqual([
        expect.stringMatching(/^The file browser\/extra\.js of mf-agents .* is not in its record/),
        expect.stringMatching(/^The file browser\/picture\.svg of mf-agents .* is not what was published/),
        expect.stringMatching(/^index\.html belongs to no release and no log of this store/),
      ]);
    });

    it('shares a bucket with the stores of other sites: whose prefix begins as its own, and below its own', async () => {
      const bucket = await ceph.makeBucket();
      address = `s3://${bucket}/site`;
      store = open(dataDir);
      const published = await buildPublished(store);
      await activateRelease(buildPlatform(store), { ...anna, id: published });
      const beside = openBucketStore({
        ...{ address: `s3://${bucket}/site-2`, environment: ceph.environment, dataDir: await buildFolder() },
      });
      expect(await beside.listRemotes()).toEqual([]);
      expect(await beside.log.list()).toEqual([]);
      const above = openBucketStore({
        ...{ address: `s3://${bucket}`, environment: ceph.environment, dataDir: await buildFolder() },
      });
      await above.removeUnfinished(new Date(Date.now() + 86_400_000));
      expect(await checkStore(buildPlatform(above))).toMatchObject({ releases: 0, revisions: 0, problems: [] });
      expect(await checkStore(buildPlatform(store))).toMatchObject({ releases: 1, problems: [] });
    });

    it('that keeps versions is refused, since it then ignores conditions', async () => {
      const name = await ceph.makeBucket();
      const bucket = new URL(`${name}?versioning`, ceph.gateways[0]);
      const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
      const signer = new AwsV4Signer({
        ...cephKeys,
        ...{ method: 'PUT', url: bucket.href, body, service: 's3', region: cephRegion },
      });
      const { url, headers } = await signer.sign();
      expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200);

      address = `s3://${name}/site`;
      await expect(prepareStore({ store: open(dataDir) }, () => {})).rejects.toThrow(
        /ignores If-None-Match, as Ceph does in a bucket that keeps versions/,
      );
    });

    describe('a server', () => {
      let first: string;
      let second: string;

      const copySite = copiesOf(async (site) => {
        const older = await buildPublished(site.store, { version: '1.0.0' });
        await activateRelease(site.platform, { ...anna, id: older });
        return { older, newer: await buildPublished(site.store, { version: '1.1.0' }) };
      });

      // To publish into each bucket would take longer than most of these tests.
      beforeEach(async () => {
        const site = await copySite();
        ({ older: first, newer: second } = site);
        await cp(site.store.keysFolder, store.keysFolder, { recursive: true });
        const source = new FolderStorage(site.store.place);
        const bucket = openBucket();
        await mapConcurrently(await source.list(''), 16, async ({ key }) =>
          bucket.put(key, (await source.get(key))?.body ?? ''),
        );
      });

      it('sees a switch with one request for each look, lists nothing meanwhile, and puts it back when it is damaged', async () => {
        const { follower } = await serve();
        expect(liveAt(follower)).toBe(first);
        await wait(1000);
        proxy.seen.splice(0);
        await until(() => proxy.seen.filter((line) => line.includes('log/000000000002.json')).length > 1);
        expect(proxy.seen.filter((line) => !/^GET .*log\/0/.test(line))).toEqual([]);
        await activateRelease(buildPlatform(store), { ...anna, id: second });
        await until(() => liveAt(follower) === second);

        const bucket = openBucket();
        const key = 'log/000000000002.json';
        const whole = (await bucket.get(key))?.body.toString('utf8');
        await bucket.put(key, Buffer.from('{}'));
        const isBack = async () => (await bucket.get(key))?.body.toString('utf8') === whole;
        await until(async () => (await wait(200, true)) && isBack());
      });

      it('asks the store for no release that only an address names', async () => {
        const { follower } = await serve();
        proxy.seen.splice(0);
        for (const invented of ['9.9.9-00000000', second]) {
          await expect(follower.publicRelease('mf-agents', invented, () => false)).rejects.toThrow(/Nothing names/);
        }
        expect(proxy.seen.filter((line) => line.includes('releases/'))).toEqual([]);
        expect((await follower.publicRelease('mf-agents', first, () => false)).record.id).toBe(first);
        expect((await follower.publicRelease('mf-agents', second, () => true)).record.id).toBe(second);
      });

      it('serves what it has while the store is away or never answers, and takes the switch made meanwhile with its next look', async () => {
        const { follower } = await serve();
        proxy.faults.isDown = true;
        await activateRelease(await elsewhere(), { ...anna, id: second });
        await until(() => follower.problems.some((sentence) => sentence.includes('does not answer since')));
        expect(liveAt(follower)).toBe(first);
        proxy.faults.isDown = false;
        await until(() => liveAt(follower) === second);
        expect(follower.problems).toEqual([]);

        // As on a line that was cut.
        proxy.faults.hangs = true;
        await rollbackRelease(await elsewhere(), anna);
        proxy.seen.splice(0);
        await until(() => proxy.seen.length > 0);
        proxy.faults.hangs = false;
        // What was sent while it hung would be waited for until eight seconds are over.
        const last = performance.now() + 5000;
        await until(() => liveAt(follower) === first || performance.now() > last);
        expect(liveAt(follower)).toBe(first);
        expect(follower.problems).toEqual([]);
      });

      it('that starts while the store is away serves its last good copy and says so; one without copies has nothing', async () => {
        const folder = await buildFolder();
        (await serve(folder)).follower.stop();
        proxy.faults.isDown = true;
        const { follower } = await serve(folder);
        expect(liveAt(follower)).toBe(first);
        await until(() => follower.problems.some((sentence) => sentence.includes('does not answer since')));
        const empty = await serve();
        expect(empty.follower.current.remotes).toEqual([]);
        proxy.faults.isDown = false;
        await activateRelease(buildPlatform(store), { ...anna, id: second });
        await until(() => liveAt(follower) === second && liveAt(empty.follower) === second);
      });

      it('takes a revision that could not be read at first once it can be', async () => {
        const { follower, platform } = await serve();
        const read = platform.store.log.read.bind(platform.store.log);
        const { StorageUnavailableError } = await import('../storage/object-storage.ts');
        let failures = 2;
        jest.spyOn(platform.store.log, 'read').mockImplementation(async (revision) => {
          if (revision === 2 && failures-- > 0) throw new StorageUnavailableError('away');
          return read(revision);
        });
        await activateRelease(buildPlatform(store), { ...anna, id: second });
        await until(() => liveAt(follower) === second);
        expect(failures).toBeLessThan(0);
      });

      it('serves no file whose copy has a flipped bit: every reader gets the right one while it is fetched once, and shortly after', async () => {
        const folder = await buildFolder();
        const serving = open(folder, { serving: true });
        await loadWhole(serving, first);
        const release = await loadRelease(serving, 'mf-agents', first);
        const file = copyIn(folder, `remotes/mf-agents/${first}/browser/page-my-agent.js`);
        const good = await readFile(file, 'utf8');
        await writeFile(file, good.replace('page', 'pahe'));
        proxy.seen.splice(0);
        const fetched = () => proxy.seen.filter((line) => line.includes('page-my-agent.js')).length;
        const read = () => readReleaseFile(release, 'browser/page-my-agent.js');
        const contents = await Promise.all([read(), read(), read()]);
        expect(contents.map(String)).toEqual([good, good, good]);
        expect(fetched()).toBe(1);
        expect(await readFile(file, 'utf8')).toBe(good);
        // Somebody read the damaged copy, and asks for a new one only after it was replaced.
        const late = { remote: 'mf-agents', id: first, path: 'browser/page-my-agent.js' };
        expect(String(await serving.readFile(late, { isPublic: true, maxBytes: 100, fresh: true }))).toBe(good);
      });

      it('gives a file whose first answers the network damaged as soon as a whole one comes, and asks seldom until then', async () => {
        const folder = await buildFolder();
        const release = await loadRelease(open(folder, { serving: true }), 'mf-agents', first);
        const read = () => readReleaseFile(release, 'browser/page-my-agent.js');
        proxy.faults.flips = /page-my-agent/;
        await expect(read()).rejects.toThrow('is not what was published');
        proxy.faults.flips = null;
        expect(String(await read())).toContain('export const page');
        proxy.faults.flips = /page-my-agent/;
        await writeFile(copyIn(folder, `remotes/mf-agents/${first}/browser/page-my-agent.js`), 'damaged');
        proxy.seen.splice(0);
        for (let times = 0; times < 5; times += 1) await read().catch(() => {});
        expect(proxy.seen.filter((line) => line.includes('page-my-agent.js'))).toHaveLength(1);
      });

      it('serves no file that was changed in the bucket; with the right one back it goes live', async () => {
        const { follower, problems } = await serve();
        proxy.faults.flips = new RegExp(`remotes/mf-agents/${second}/browser/page`);
        await activateRelease(await elsewhere(), { ...anna, id: second });
        await until(() => problems.some((sentence) => sentence.includes('is not what was published')));
        expect(liveAt(follower)).toBe(first);
        proxy.faults.flips = null;
        await until(() => liveAt(follower) === second);
      });

      it.each(['bucket', 'copies'] as const)(
        'runs no server bundle that was replaced in the %s, with a record that names its hash',
        async (place) => {
          const folder = await buildFolder();
          await loadWhole(open(folder, { serving: true }), first);
          const bucket = openBucket();
          const write = (key: string, content: string) =>
            place === 'bucket' ? bucket.put(key, content) : writeFile(copyIn(folder, key), content);
          const forged = 'exports.routes = [];';
          const commitKey = `releases/mf-agents/${first}.json`;
          const commit = JSON.parse(await readFile(copyIn(folder, commitKey), 'utf8'));
          const record = JSON.parse(commit.record);
          record.files[record.serverEntry] = { integrity: integrityOf(Buffer.from(forged)), bytes: forged.length };
          await write(`private/mf-agents/${first}/${record.serverEntry}`, forged);
          await write(commitKey, JSON.stringify({ ...commit, record: JSON.stringify(record) }));
          const { follower } = await serve(place === 'bucket' ? undefined : folder);
          const code = follower.release('mf-agents', first).then((release) => release.serverCode());
          if (place === 'bucket') await expect(code).rejects.toThrow('its record is not what was signed');
          else await expect(code).resolves.toContain("jsx('h1'");
        },
      );

      it('follows a rollback by another machine within five seconds where each answer takes two', async () => {
        await activateRelease(buildPlatform(store), { ...anna, id: second });
        const { follower } = await serve();
        expect(liveAt(follower)).toBe(second);
        proxy.faults.delay = 2000;
        await wait(3000);
        const { composition } = await rollbackRelease(await elsewhere(), anna);
        expect(composition.remotes['mf-agents']).toMatchObject({ live: first });
        const began = performance.now();
        await until(() => liveAt(follower) === first);
        expect(performance.now() - began).toBeLessThan(5000);
      });

      it('does without what it may not read, names it, and takes it once it may', async () => {
        const { follower, problems } = await serve();
        proxy.faults.forbids = new RegExp(`remotes/mf-agents/${second}/browser/page`);
        await activateRelease(await elsewhere(), { ...anna, id: second });
        await until(() => problems.some((sentence) => /does not let these credentials read remotes\//.test(sentence)));
        expect(liveAt(follower)).toBe(first);
        const again = buildPlatform(open(await buildFolder()), keyPlacesIn(store.keysFolder));
        expect((await checkStore(again)).problems).toEqual([
          expect.stringMatching(
            /does not let these credentials read remotes\/.* \(403 AccessDenied\): allow s3:GetObject/,
          ),
        ]);
        proxy.faults.forbids = null;
        await until(() => liveAt(follower) === second);

        proxy.faults.forbids = /log(?:%2F|\/)0*3\.json/;
        await rollbackRelease(await elsewhere(), anna);
        await until(() => follower.problems.some((words) => words.includes('answers 403 AccessDenied since 20')));
        expect(problems.at(-1)).toMatch(/does not let these credentials read log\/000000000003\.json/);
        expect(liveAt(follower)).toBe(second);
        proxy.faults.forbids = null;
        await until(() => liveAt(follower) === first);
        expect(follower.problems).toEqual([]);
      });

      it('keeps copies of what is live however little room there is, and drops those used longest ago', async () => {
        const folder = await buildFolder();
        const small = open(folder, { serving: true, mirrorBytes: 10 });
        small.pin([`mf-agents ${first}`]);
        await loadWhole(small, first);
        await loadWhole(small, second);
        const copies = await readdir(copyIn(folder, ''), { recursive: true });
        const filesOf = (release: string) =>
          copies.filter((name) => /\.(js|svg|cjs)$/.test(name) && name.includes(release));
        expect(filesOf(first)).toHaveLength(4);
        expect(filesOf(second).length).toBeLessThan(2);
      });
    });

    describe('before a server works on it', () => {
      it('is tried once, with the next start where it is away, and refused where it ignores conditions', async () => {
        const folder = await buildFolder();
        proxy.faults.isDown = true;
        await prepareStore({ store: open(folder) }, (sentence) => said.push(sentence));
        expect(said.splice(0)).toEqual([expect.stringMatching(/does not answer/)]);
        Object.assign(proxy.faults, { isDown: false, ignoresConditions: true });
        await expect(prepareStore({ store: open(folder) }, (sentence) => said.push(sentence))).rejects.toThrow(
          /cannot be used: conditional writes: \d+ of 32 writers at once were told/,
        );
        proxy.faults.ignoresConditions = false;
        await prepareStore({ store: open(folder) }, (sentence) => said.push(sentence));
        proxy.seen.splice(0);
        await prepareStore({ store: open(folder) }, (sentence) => said.push(sentence));
        await until(() => proxy.seen.some((request) => request.startsWith('DELETE')));
        expect(said).toEqual([]);
        // Somebody has switched versioning on in a Ceph, and a server starts again.
        proxy.faults.ignoresConditions = true;
        const store = open(folder);
        await prepareStore({ store }, (sentence) => said.push(sentence));
        await until(() => said.length > 0);
        const problem = /^The release store is not fit, conditional writes: \d+ of 32 writers at once were told/;
        expect(said).toEqual([expect.stringMatching(problem)]);
        expect(store.problems).toEqual(said);
        proxy.faults.ignoresConditions = false;
        expect(await openBucket().list('')).toEqual([]);
        await rm(folder, { recursive: true });
      });
    });
  });
}
