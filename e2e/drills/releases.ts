import { availableParallelism, loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { Keys } from '../../shell/platform/index.ts';
import { openSitePlatform } from '../../shell/settings/site-platform.ts';
import { launchLowPriorityChromium } from '../run/chromium.ts';
import { buildPages } from '../support/build-pages.ts';
import { quantile } from '../support/figures.ts';
import { openHydrated, stayAt } from '../support/open-hydrated.ts';
import { isRenderedPage } from '../support/rendered-page.ts';
import { anotherNote, publishChanged, startShellSite } from '../support/shell-site.ts';
import { startBucketWhenAsked } from './object-storage/start-bucket.ts';

// 100 activations and rollbacks (or SWITCHES) while browsers navigate and requests arrive at two shell servers on one
// store: no page load fails, no page mixes release sets, no chunk is missing, each switch takes effect on both servers
// within a second, and no gate takes more than five. A store with a thousand switches is no slower. `-- --bucket` stores
// the releases in a bucket of a real Ceph. The browsers run at low priority, because the drill measures the server, and
// visitors' browsers use other machines.

const remote = 'mf-demos';
const switches = Number(process.env.SWITCHES ?? 100);
const switchesBefore = 1000;
const tabs = 3;
/** In milliseconds, for low-priority browsers on a busy machine. */
const timeout = 120_000;
const paths = ['/', '/leads', '/exotics-intake', '/my-agent', '/click-demos'];

interface Tally {
  requests: number;
  navigations: number;
  failedLoads: string[];
  mixedSets: string[];
  chunkErrors: string[];
  /** Milliseconds until each switch took effect, for each server. */
  effects: number[][];
  gates: number[];
}

async function main(): Promise<void> {
  const tally: Tally = {
    requests: 0,
    navigations: 0,
    failedLoads: [],
    mixedSets: [],
    chunkErrors: [],
    effects: [],
    gates: [],
  };
  await buildPages();
  const leaveBucket = await startBucketWhenAsked();
  const site = await startShellSite();
  await ageStore(site.dataFolder);
  const another = await site.startAnother();
  const addresses = [site.address, another.address];
  const browser = await launchLowPriorityChromium();
  const running = { now: true };
  try {
    const first = await site.live(remote);
    const second = await publishChanged(site, { remote, files: anotherNote() });
    const visitors = [
      ...Array.from({ length: tabs }, () => browse(browser, site.address, running, tally)),
      ...Array.from({ length: 2 }, () => addresses.map((address) => request(address, running, tally))).flat(),
    ];
    for (let turn = 0; turn < switches; turn += 1) {
      const isActivation = turn % 2 === 0;
      const args = isActivation ? ['activate', remote, second] : ['rollback', remote, '--reason', `drill ${turn}`];
      const { gateMilliseconds } = await site.release(...args);
      if (isActivation) tally.gates.push(Number(gateMilliseconds));
      const expected = isActivation ? second : first;
      tally.effects.push(await Promise.all(addresses.map((address) => effectAt(address, expected))));
    }
    running.now = false;
    await Promise.all(visitors);
  } finally {
    await browser.close();
    await another.stop();
    await site.stop();
    await leaveBucket();
  }
  summarise(tally);
}

/** Gives the store a long history of repeated activations. */
async function ageStore(dataFolder: string): Promise<void> {
  const { store, chain, readSigner } = openSitePlatform({ ...process.env, DATA_DIR: dataFolder }, null);
  await chain.refresh({ whole: true });
  const signer = await readSigner();
  const { current } = chain;
  if (!current) throw new Error('Nothing is live in the store.');
  const { remote: first, to, by, reason } = current.composition;
  const action = { type: 'activate' as const, remote: first, id: to };
  let { revision, sha256: previous } = chain.state;
  for (let turn = 0; turn < switchesBefore; turn += 1) {
    revision += 1;
    await store.log.append({ revision, previous, at: new Date().toISOString(), by, reason, action }, (hash) => {
      previous = hash;
      return [Keys.signHash(hash, signer)];
    });
  }
}

/** Milliseconds from the end of the command to the first page of the new release at one server. */
async function effectAt(address: string, id: string): Promise<number> {
  const before = performance.now();
  while (performance.now() - before < 10_000) {
    const set = (await fetch(`${address}/click-demos`)).headers.get('x-release-set') ?? '';
    if (set.endsWith(`${remote}/${id}`)) return performance.now() - before;
  }
  return Number.POSITIVE_INFINITY;
}

/** Loads pages and checks that header, HTML and scripts belong to one set. */
async function request(address: string, running: { now: boolean }, tally: Tally): Promise<void> {
  for (let turn = 0; running.now; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    const answer = await fetch(address + path).catch(() => null);
    tally.requests += 1;
    const html = (await answer?.text()) ?? '';
    if (answer?.status !== 200 || !isRenderedPage(html)) {
      tally.failedLoads.push(`${path} ${answer?.status}`);
      continue;
    }
    const [set = '', release = ''] = (answer.headers.get('x-release-set') ?? '').split(' ');
    const [name, id] = release.split('/');
    const data = /id="page-data">(?<json>.*?)<\/script>/s.exec(html)?.groups?.json ?? '{}';
    const page = JSON.parse(data);
    const scripts = [...html.matchAll(new RegExp(`"href":"/remotes/${name}/([^/"]+)/`, 'g'))].map(([, found]) => found);
    if (page.set !== set || page.remote?.live.id !== id || scripts.some((found) => found !== id)) {
      tally.mixedSets.push(`${path}: header ${set} ${release}, page ${page.set} ${page.remote?.live.id}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * A visitor who loads a page and navigates within the tab; all files of a document must belong to the set that it started
 * with. A tab that leaves a rolled-back release loads a new document.
 */
async function browse(browser: Browser, address: string, running: { now: boolean }, tally: Tally): Promise<void> {
  while (running.now) {
    const page = await browser.newPage();
    page.setDefaultTimeout(timeout);
    page.setDefaultNavigationTimeout(timeout);
    const documents: Set<string>[] = [];
    page.on('pageerror', (error) => tally.chunkErrors.push(error.message));
    page.on('console', (message) => {
      const text = message.text();
      if (/^\[shell\]|chunk/i.test(text)) tally.chunkErrors.push(text.slice(0, 200));
    });
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() >= 400 && /^\/(remotes|shell|composition)\//.test(pathname)) {
        tally.chunkErrors.push(`${answer.status()} ${pathname}`);
      }
    });
    // The former document runs until the requested one replaces it, and its requests until then are its own.
    let isReplaced = false;
    page.on('framenavigated', () => {
      if (isReplaced) documents.push(new Set());
      isReplaced = false;
    });
    page.on('request', (sent) => {
      isReplaced ||= sent.isNavigationRequest();
      // `<id>~1` is the path of a retry of the same release.
      const id = new RegExp(`/remotes/${remote}/([^/~]+)(?:~\\d+)?/`).exec(sent.url())?.[1];
      if (id) documents.at(-1)?.add(id);
    });
    await stayAt(address, page);
    const start = paths[Math.floor(Math.random() * paths.length)] ?? '/';
    try {
      await openHydrated(page, address + start);
      for (const [link, path] of [
        ['Leads for Sale', '/leads'],
        ['Client Demos', '/click-demos'],
        ['My AI Agent', '/my-agent'],
      ] as const) {
        await page.getByRole('contentinfo').getByRole('link', { name: link }).click();
        await page.waitForURL(`**${path}`);
        await page.locator('main h1').first().waitFor();
        tally.navigations += 1;
      }
    } catch (error) {
      tally.failedLoads.push(`${start} in a browser: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
    const mixed = documents.filter((used) => used.size > 1);
    tally.mixedSets.push(...mixed.map((used) => `a document used ${[...used].join(' and ')}`));
    await page.close();
  }
}

function summarise({ requests, navigations, failedLoads, mixedSets, chunkErrors, effects, gates }: Tally): void {
  const slower = effects.map((ofServers) => Math.max(...ofServers));
  const at = (values: readonly number[], share: number) => Math.round(quantile(values, share));
  console.log(`${effects.length} switches, ${requests} page loads, ${navigations} navigations in browsers`);
  console.log(`failed loads ${failedLoads.length}, mixed sets ${mixedSets.length}, chunk errors ${chunkErrors.length}`);
  console.log(
    `effect on the slower of two servers after the command: median ${at(slower, 0.5)} ms, 99 % ${at(slower, 0.99)} ms, slowest ${at(slower, 1)} ms`,
  );
  const slowest = effects[0]?.map((_, server) =>
    at(
      effects.map((ofServers) => ofServers[server] ?? Number.NaN),
      1,
    ),
  );
  console.log(`slowest of each server: ${slowest?.join(' and ')} ms`);
  const late = [...effects.entries()].filter(([, ofServers]) => Math.max(...ofServers) > 1000);
  if (late.length > 0) {
    const each = late.map(([turn, ofServers]) => `${turn + 1} (${ofServers.map(Math.round).join(', ')})`);
    console.log(`switches that took longer than a second, by their number: ${each.join(', ')}`);
  }
  console.log(`gate of an activation: median ${at(gates, 0.5)} ms, slowest ${at(gates, 1)} ms`);
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))} on ${availableParallelism()} cores`);
  for (const list of [failedLoads, mixedSets, chunkErrors]) {
    for (const problem of list.slice(0, 10)) console.log(`  ${problem}`);
  }
  const isGood =
    failedLoads.length + mixedSets.length + chunkErrors.length === 0 && at(slower, 1) <= 1000 && at(gates, 1) <= 5000;
  process.exitCode = isGood ? 0 : 1;
}

await main();
