import { KeyFiles, Keys, openPlatform, SiteRights, Stores } from '../../../shell/platform/index.ts';
import type { Arena } from './bucket-site.ts';

const revisions = Number(process.env.REVISIONS ?? 10_000);
/** In milliseconds, for each request. */
const latency = 30;
const maxRunningMs = 1000;
const maxStartMs = 2000;

type Platform = Parameters<typeof openPlatform>[0];

/** The cast is safe: nothing here reads a policy. */
const noPolicy = {} as Platform['policy'];

/** Measures how long a machine without copies, a start with copies and a running process take for a long history. */
export async function measureHistory({ ceph, proxy, makeFolder }: Arena): Promise<boolean> {
  const address = `s3://${await ceph.makeBucket()}/site`;
  const environment = { ...ceph.environment, S3_ENDPOINT: proxy.url };
  const keys = await writeHistory({ address, environment, dataDir: await makeFolder() });
  const read = async (dataDir: string) => {
    const store = Stores.openBucketStore({ address, environment, dataDir, serving: { mirrorBytes: 1e9 } });
    const { chain } = openPlatform({ store, policy: noPolicy, keys });
    const refresh = async () => {
      const began = performance.now();
      await chain.refresh({ whole: true });
      return Math.round(performance.now() - began);
    };
    const start = await refresh();
    if (chain.current?.composition.revision !== revisions) throw new Error('It did not read the whole history.');
    return { start, running: await refresh() };
  };
  proxy.faults.delay = latency;
  const folder = await makeFolder();
  const first = await read(folder);
  const { start, running } = await read(folder);
  proxy.faults.delay = 0;
  console.log(`${revisions} revisions at ${latency} ms a request: a machine without copies ${first.start} ms`);
  console.log(
    `with copies ${start} ms (at most ${maxStartMs}), in a process that runs ${running} ms (at most ${maxRunningMs})`,
  );
  return start <= maxStartMs && running <= maxRunningMs;
}

/** Writes a site with a long history; returns its keys. */
async function writeHistory(place: Parameters<typeof Stores.openBucketStore>[0]): Promise<Platform['keys']> {
  const store = Stores.openBucketStore(place);
  const keys = KeyFiles.keyPlacesIn(store.keysFolder);
  const budget = { registered: 1, page: 1 };
  const remote = 'mf-agents';
  await SiteRights.foundSite({ store, keys, by: 'the drill', namespaces: [{ path: '/', remote }], budget });
  const signer = await openPlatform({ store, policy: noPolicy, keys }).readSigner();
  let previous = (await store.log.read(0))?.sha256 ?? null;
  const writing: Promise<void>[] = [];
  for (let revision = 1; revision <= revisions; revision += 1) {
    const action = { type: 'activate' as const, remote, id: `1.${revision}.0-0a1b2c3d` };
    const entry = { revision, previous, at: new Date().toISOString(), by: 'anna', reason: '', action };
    const append = store.log.append(entry, (hash) => {
      previous = hash;
      return [Keys.signHash(hash, signer)];
    });
    writing.push(append);
    if (writing.length === 64) await Promise.all(writing.splice(0));
  }
  await Promise.all(writing);
  return keys;
}
