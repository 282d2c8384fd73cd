import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startFaultProxy } from '../../../shell/platform/testing/object-store/fault-proxy.ts';
import { startCeph } from '../../../shell/platform/testing/object-store/start-ceph.ts';
import { type Started, startApi, stop } from '../../support/api-processes.ts';
import { markdownHead, markdownRow } from '../../support/figures.ts';
import { countKept } from '../../support/leads.ts';
import { findNginx, startNginx } from '../../support/nginx.ts';
import type { ShellServer } from '../../support/shell-site.ts';
import { Writers } from '../../support/writers.ts';
import { findHaproxy, startHaproxy } from '../failover/haproxy.ts';
import { Pair } from '../failover/pair.ts';
import { type BucketSite, liveAt, load, remote, seenAfter, withSite } from '../object-storage/bucket-site.ts';

// npm run drill:together -- [--rounds 3] [--pause 200] [--without-standby]: nginx in front of two shell servers and two API
// processes, with releases in a bucket and two PostgreSQL servers behind HAProxy. With forms and page views in progress the object
// store becomes unavailable, a shell server is killed and the primary database is killed, all within a minute; a release is
// switched in the meantime, the shell server restarts without the store, and everything recovers. `--without-standby` is
// the control: replication is asynchronous, and the drill must detect the loss.
// Each of the 12 writers and two visitors pauses between two requests, in milliseconds. On two cores, a shorter pause takes the
// CPU time that both servers need for the switch, and "switch seen after" measures the scheduler.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    pause: { type: 'string', default: '200' },
    'without-standby': { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const pause = Number(values.pause);
const isControl = values['without-standby'];
/** Seconds until forms are acknowledged again, and milliseconds until a switch takes effect after the store's return. */
const maxSeconds = 10;
const maxSeenMs = 1000;

interface Parts extends BucketSite {
  pair: Pair;
  port: number;
  /** The server that is killed. It has its own data folder, as on another machine. */
  other: ShellServer;
  startOther(): Promise<ShellServer>;
  isStoreAway(away: boolean): void;
}

interface Outcome {
  acknowledged: number;
  lost: number;
  doubled: number;
  pages: number;
  failedPages: readonly string[];
  /** Since the new primary accepted writes. */
  seconds: number;
  /** At each server, since the store's return. */
  seenMs: number;
}

async function tryRound(parts: Parts): Promise<Outcome> {
  const { pair, port, site, command } = parts;
  const address = `http://127.0.0.1:${port}`;
  const next = (await liveAt(site.address)) === parts.first ? parts.second : parts.first;
  const writers = new Writers([port], { pause });
  const stopLoad = load(address, pause);
  await wait(1000);
  parts.isStoreAway(true);
  await wait(2000);
  await parts.other.stop();
  await wait(500);
  const { standby } = pair;
  // From here on only the primary has what it acknowledges.
  if (isControl) await standby.stop();
  await wait(500);
  await pair.primary.kill();
  if (isControl) await standby.start();
  const moment = await pair.promote();
  while (writers.firstAfter(moment) === undefined && performance.now() - moment < 30_000) await wait(20);
  const seconds = writers.firstAfter(moment) ?? Number.POSITIVE_INFINITY;
  parts.other = await parts.startOther();
  await command('activate', remote, next);
  await wait(5000);
  parts.isStoreAway(false);
  const seen = await Promise.all([site.address, parts.other.address].map((each) => seenAfter(each, next)));
  await wait(1000);
  const { pages, failed } = await stopLoad();
  await writers.stop();
  const { lost, doubled } = await countKept(pair.primary.url, writers.leads);
  const failedPages = [...failed, ...Array<string>(writers.pages.failed).fill('/ beside the forms')];
  return {
    ...{ acknowledged: writers.acknowledged.length, lost, doubled, seconds, failedPages },
    ...{ pages: pages + writers.pages.good + writers.pages.failed, seenMs: Math.max(...seen) },
  };
}

const holds = ({ acknowledged, lost, doubled, failedPages, seconds, seenMs }: Outcome) =>
  acknowledged > 0 && lost + doubled + failedPages.length === 0 && seconds <= maxSeconds && seenMs <= maxSeenMs;

async function tryAll(parts: Parts): Promise<boolean> {
  const outcomes: Outcome[] = [];
  console.log(
    markdownHead([
      ...['round', 'acknowledged', 'lost', 'doubled', 'first success after', 'pages', 'failed'],
      ...['switch seen after', ''],
    ]),
  );
  for (let round = 1; round <= rounds; round += 1) {
    const outcome = await tryRound(parts);
    const { acknowledged, lost, doubled, seconds, pages, failedPages, seenMs } = outcome;
    const times = [`${seconds.toFixed(2)} s`, pages, failedPages.length, `${seenMs} ms`];
    console.log(markdownRow([round, acknowledged, lost, doubled, ...times, holds(outcome) ? 'holds' : 'FAILS']));
    for (const failed of new Set(failedPages)) console.log(`  failed: ${failed}`);
    outcomes.push(outcome);
    await parts.pair.heal();
    if (isControl) await forgetStandby(parts.pair);
  }
  return outcomes.every(holds);
}

/** Commits no longer wait for the standby: acknowledged forms are lost with the primary. */
async function forgetStandby(pair: Pair): Promise<void> {
  await pair.primary.ask("alter system set synchronous_standby_names = ''");
  await pair.primary.ask('select pg_reload_conf()');
  await wait(500);
}

/** The second shell server on a fixed port, with its own copies and data folder. */
async function prepareOther({ site }: BucketSite, base: string) {
  const folder = await mkdtemp(path.join(base, 'other-'));
  await cp(path.join(site.dataFolder, 'keys'), path.join(folder, 'keys'), { recursive: true });
  let port = '0';
  return async () => {
    const server = await site.startAnother({}, { DATA_DIR: folder, PORT: port });
    port = new URL(server.address).port;
    return server;
  };
}

const portOf = ({ address }: ShellServer) => Number(new URL(address).port);

async function main(): Promise<void> {
  const nginx = findNginx();
  if (!nginx) {
    console.log('nginx is not installed: the drill was not run (apt-get install nginx-light).');
    process.exitCode = 1;
    return;
  }
  const haproxy = findHaproxy();
  const base = mkdtempSync(path.join(tmpdir(), 'together-'));
  chmodSync(base, 0o755);
  const endings: (() => unknown)[] = [() => rmSync(base, { recursive: true, force: true })];
  try {
    const ceph = await startCeph({ gateways: 2 });
    endings.push(() => ceph.stop());
    const proxy = await startFaultProxy(ceph.gateways[0] ?? '');
    endings.push(() => proxy.stop());
    const pair = await Pair.start(base);
    endings.push(() => pair.stop());
    if (isControl) await forgetStandby(pair);
    const between = await startHaproxy(haproxy, pair);
    endings.push(() => between.stop());
    const url = `postgres://app:for-tests@${between.at}/site`;
    const apis: Started[] = [];
    endings.push(() => Promise.all(apis.map(stop)));
    for (let count = 0; count < 2; count += 1) apis.push(await startApi(url, base, {}, { delivers: true }));
    const arena = { ceph, proxy, makeFolder: () => mkdtemp(path.join(base, 'elsewhere-')) };
    const passed = await withSite(
      arena,
      async (bucketSite) => {
        const startOther = await prepareOther(bucketSite, base);
        const other = await startOther();
        const front = await startNginx(nginx, {
          shell: [portOf(bucketSite.site), portOf(other)],
          api: apis.map(({ port }) => port),
        });
        const parts: Parts = {
          ...{ ...bucketSite, pair, port: front.port, other, startOther },
          isStoreAway: (isDown) => Object.assign(proxy.faults, { isDown }),
        };
        try {
          return await tryAll(parts);
        } finally {
          await front.stop();
          await parts.other.stop();
        }
      },
      { API_URL: `http://127.0.0.1:${apis[0]?.port}` },
    );
    const ended = apis.flatMap((api) => api.ending() ?? []);
    for (const how of ended) console.log(how);
    console.log(passed && ended.length === 0 ? `\nAll ${rounds} rounds hold.` : '\nA limit does not hold.');
    process.exitCode = passed && ended.length === 0 ? 0 : 1;
  } finally {
    for (const ending of endings.toReversed()) await ending();
  }
}

await main();
process.exit();
