import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { integrityOf } from 'kit/squad/release/content-id';
import { isCephThere } from '../../../shell/platform/testing/object-store/ceph-settings.ts';
import { openBucket } from '../../../shell/platform/testing/object-store/open-bucket.ts';
import { startCeph } from '../../../shell/platform/testing/object-store/start-ceph.ts';
import type { Attack, Ground } from './attack.ts';
import type { HostileSite } from './hostile-site.ts';
import { outcome, servedBy, servedByAll } from './store-attacks.ts';

// Attackers who can write to the bucket without any key of the site, or to the folder in which a server keeps its copies.

const remote = 'mf-agents';
const page = '/my-agent';
/** A text that no page of the site contains. */
const trace = 'foreign-script';

/** Sites on a bucket of a separate Ceph, each on a new bucket. */
export async function ground(): Promise<Ground | null> {
  if (!isCephThere()) return null;
  const ceph = await startCeph();
  const before = { ...process.env };
  // The template is for folders; a site on a bucket fills its own.
  delete process.env.SITE_TEMPLATE;
  Object.assign(process.env, ceph.environment, { PREVIEW_KEY: 'a'.repeat(64), VIEW_KEY: 'b'.repeat(64) });
  return {
    async renew() {
      process.env.RELEASE_STORE = `s3://${await ceph.makeBucket()}/site`;
    },
    async leave() {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
      await ceph.stop();
    },
  };
}

type Bucket = ReturnType<typeof openBucket>;

const openOwnBucket = () => openBucket(process.env.RELEASE_STORE ?? '', process.env);

const revisionKey = (revision: number) => `log/${String(revision).padStart(12, '0')}.json`;

async function textOf(bucket: Bucket, key: string): Promise<string> {
  const object = await bucket.get(key);
  if (!object) throw new Error(`the bucket holds no ${key}`);
  return object.body.toString('utf8');
}

async function newest(site: HostileSite): Promise<number> {
  const { chain } = site.platform();
  await chain.refresh({ whole: true });
  return chain.current?.composition.revision ?? 0;
}

/** The folder in which the site's servers keep their copies. */
const mirrorOf = (site: HostileSite) =>
  path.join(site.dataFolder, 'mirror', (process.env.RELEASE_STORE ?? '').slice('s3://'.length));

const forgetCopies = (site: HostileSite) => rm(mirrorOf(site), { recursive: true });

/** The page's text and release set as a newly started server serves them. */
async function seenByNewServer(site: HostileSite): Promise<{ text: string; set: string }> {
  const started = await site.startAnother();
  try {
    const answer = await fetch(started.address + page);
    return { text: await answer.text(), set: await servedBy(started.address) };
  } finally {
    await started.stop();
  }
}

/** Files below and beside a folder whose names the attacker chose. */
async function strayFiles(site: HostileSite): Promise<string[]> {
  const below = await readdir(site.dataFolder, { recursive: true });
  const siblings = await readdir(path.dirname(site.dataFolder));
  return [...below, ...siblings].filter((name) => path.basename(name) === trace);
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Tampers with the live release in the bucket, and starts a server that has no copy of it. */
function tampered(name: string, tamper: (bucket: Bucket, id: string) => Promise<void>): Attack {
  return {
    name,
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      await tamper(openOwnBucket(), await site.live(remote));
      await forgetCopies(site);
      const { text } = await seenByNewServer(site);
      const strays = await strayFiles(site);
      if (strays.length > 0) return `it wrote ${strays.join()}`;
      if (text.includes(trace)) return 'a server that starts then sends it to visitors';
      const now = await servedByAll(site);
      return now.every((set, index) => set === before[index])
        ? null
        : `they serve ${now.join()}, before ${before.join()}`;
    },
  };
}

/** Paths that leave a release's folder by one to seven levels, and an absolute one. */
const escapingPaths = ['..', '../..', '../../..', '../../../..', '../../../../..', '../../../../../..', '/tmp'];

export const bucketAttacks: readonly Attack[] = [
  tampered('the record of a live release names files outside of its folder', async (bucket, id) => {
    const key = `releases/${remote}/${id}.json`;
    const commit = JSON.parse(await textOf(bucket, key));
    const record = JSON.parse(commit.record);
    for (const way of escapingPaths) record.files[`${way}/${trace}`] = record.files[record.serverEntry];
    await bucket.put(key, JSON.stringify({ ...commit, record: JSON.stringify(record) }));
  }),
  tampered('the server bundle of a live release is replaced', async (bucket, id) => {
    const objects = await bucket.list(`private/${remote}/${id}/`);
    for (const { key } of objects.filter(({ key: one }) => one.endsWith('.cjs'))) {
      await bucket.put(key, Buffer.from(`exports.routes = [{ path: '${page}', load: async () => () => '${trace}' }];`));
    }
  }),
  tampered('server bundle and commit of a live release are replaced together', async (bucket, id) => {
    const objects = await bucket.list(`private/${remote}/${id}/`);
    const key = `releases/${remote}/${id}.json`;
    const commit = JSON.parse(await textOf(bucket, key));
    const content = Buffer.from(`exports.routes = [{ path: '${page}', load: async () => () => '${trace}' }];`);
    for (const { key: file } of objects.filter(({ key: one }) => one.endsWith('.cjs'))) {
      const name = file.slice(`private/${remote}/${id}/`.length);
      const record = JSON.parse(commit.record);
      record.files[name] = { integrity: integrityOf(content), bytes: content.length };
      commit.record = JSON.stringify(record);
      await bucket.put(file, content);
    }
    await bucket.put(key, Buffer.from(JSON.stringify(commit)));
  }),
  {
    name: 'the newest revision is deleted from the bucket',
    fresh: true,
    async run(site) {
      await site.activateUnasked(remote, await site.publish({ remote }));
      const before = await servedByAll(site);
      await openOwnBucket().delete(revisionKey(await newest(site)));
      return outcome(site, before, /was removed from the store/, 40_000);
    },
  },
  {
    name: 'two revisions in the bucket are exchanged',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const bucket = openOwnBucket();
      const last = await newest(site);
      const [one, two] = [await textOf(bucket, revisionKey(last)), await textOf(bucket, revisionKey(last - 1))];
      await bucket.put(revisionKey(last), Buffer.from(two));
      await bucket.put(revisionKey(last - 1), Buffer.from(one));
      // A server restores the newest one, which it has in effect; a complete check every five minutes reports the other.
      const until = Date.now() + 40_000;
      while ((await textOf(bucket, revisionKey(last))) !== one) {
        if (Date.now() > until) return 'no server puts the newest one back';
        await delay(500);
      }
      const { set } = await seenByNewServer(site);
      const all = [...(await servedByAll(site)), set];
      return all.every((now) => now === before[0]) ? null : `they serve ${all.join()}, before ${before.join()}`;
    },
  },
  {
    name: 'an older revision is replayed as the next one',
    fresh: true,
    async run(site) {
      await site.activateUnasked(remote, await site.publish({ remote }));
      const before = await servedByAll(site);
      const last = await newest(site);
      const bucket = openOwnBucket();
      await bucket.put(revisionKey(last + 1), Buffer.from(await textOf(bucket, revisionKey(last - 1))));
      return outcome(site, before, /it holds revision/, 40_000);
    },
  },
  {
    name: 'the next revision is an object of 150 MB',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const held = await Promise.all(site.servers.map(({ pid }) => memoryOf(pid)));
      await openOwnBucket().put(revisionKey((await newest(site)) + 1), Buffer.alloc(150_000_000, ' '));
      let most = 0;
      const until = Date.now() + 12_000;
      while (Date.now() < until) {
        const now = await Promise.all(site.servers.map(({ pid }) => memoryOf(pid)));
        most = Math.max(most, ...now.map((megabytes, index) => megabytes - (held[index] ?? 0)));
        await delay(50);
      }
      if (most > 120) return `a server took ${Math.round(most)} MB more`;
      return outcome(site, before, /too large/, 40_000);
    },
  },
  {
    name: 'the copies of a live release on a server’s own disk are replaced, with hashes that fit',
    fresh: true,
    async run(site) {
      const before = await servedByAll(site);
      const id = await site.live(remote);
      const copies = path.join(mirrorOf(site), 'objects');
      const commitFile = path.join(copies, 'releases', remote, `${id}.json`);
      const commit = JSON.parse(await readFile(commitFile, 'utf8'));
      const record = JSON.parse(commit.record);
      const content = Buffer.from(`exports.routes = [{ path: '${page}', load: async () => () => '${trace}' }];`);
      record.files[record.serverEntry] = { integrity: integrityOf(content), bytes: content.length };
      await writeFile(path.join(copies, 'private', remote, id, record.serverEntry), content);
      await writeFile(commitFile, JSON.stringify({ ...commit, record: JSON.stringify(record) }));
      const { text: sent, set } = await seenByNewServer(site);
      if (sent.includes(trace)) return 'a server that starts then sends it to visitors';
      return set === before[0] ? null : `a server that starts then serves ${set}, before ${before[0]}`;
    },
  },
];
