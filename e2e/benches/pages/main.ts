import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { type Browser } from '@playwright/test';
import { launchChromium } from '../../run/chromium.ts';
import { withSite } from '../../support/site.ts';
import { listPages } from '../support/list-pages.ts';
import { describeBytes, findOverweight, measureBytes } from './bench-bytes.ts';
import { describeLoads, describeRatios, findMissed, measureLoads, mediansOf } from './bench-loads.ts';
import { describeQualities, measureQualities } from './bench-qualities.ts';
import { benchTaps } from './bench-taps.ts';
import { benchVisits } from './bench-visits.ts';
import { type Peer, servePeers } from './peers.ts';
import { kindsOfPages } from './subjects.ts';

// npm run bench:pages [-- --peers <folder> --runs 3 --parts bytes,taps,visits,loads,qualities --devtools]: compare the
// ratios, because absolute values depend on the machine.

const knownParts = ['bytes', 'taps', 'visits', 'loads', 'qualities'];

function readArguments() {
  const { values } = parseArgs({
    options: {
      /** The folder of the built peers. */
      peers: { type: 'string', default: process.env.BENCH_PEERS },
      runs: { type: 'string', default: '3' },
      /** The paths of the pages to measure. */
      pages: { type: 'string', default: kindsOfPages.join(',') },
      /** Adds loads with applied throttling to the simulated ones. */
      devtools: { type: 'boolean', default: false },
      parts: { type: 'string', default: knownParts.join(',') },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number from 1, not ${values.runs}.`);
  const parts = new Set(values.parts.split(','));
  const unknown = [...parts].filter((part) => !knownParts.includes(part));
  if (unknown.length > 0) throw new Error(`--parts knows ${knownParts.join(', ')}, not ${unknown.join(', ')}.`);
  return { ...values, runs, parts, paths: values.pages.split(',') };
}

type Arguments = ReturnType<typeof readArguments>;

async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchChromium();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Prints the bytes, and sets exit code 1 if a page exceeds its budget. */
function benchBytes(measured: Awaited<ReturnType<typeof measureBytes>>): void {
  console.log(`${describeBytes(measured)}\n`);
  fail(findOverweight(measured));
}

/** Prints medians and ratios, and sets exit code 1 if a page exceeds a limit. */
async function benchLoads(site: string, peers: readonly Peer[], { paths, runs, devtools }: Arguments) {
  const ours = paths.map((name) => ({ name, url: site + name }));
  const theirs = peers.map(({ name, address }) => ({ name, url: `${address}/` }));
  if (devtools) {
    console.log(`${describeLoads(await measureLoads([...ours, ...theirs], 'devtools', runs), 'devtools', runs)}\n`);
  }
  const loads = await measureLoads([...ours, ...theirs], 'simulate', runs);
  const [pageMedians, peerMedians] = [mediansOf(loads, ours), mediansOf(loads, theirs)];
  console.log(`${describeLoads(loads, 'simulate', runs)}\n`);
  fail(findMissed(loads, pageMedians, peerMedians.get('astro')));
  if (peers.length === 0) {
    console.log(
      'Only our own pages were measured, so nothing was compared: name a folder of built peers by --peers or BENCH_PEERS.',
    );
    return;
  }
  console.log(`${describeRatios(pageMedians, peerMedians)}\n`);
}

async function benchQualities(site: string): Promise<void> {
  // The sitemap leaves kinds of pages out.
  const paths = new Set([...(await listPages(site)), ...kindsOfPages]);
  const measured = await measureQualities(site, [...paths]);
  console.log(`${describeQualities(measured)}\n`);
  fail(measured.flatMap(({ faults }) => faults));
}

function fail(problems: readonly string[]): void {
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const wanted = readArguments();
  const { runs, parts, peers: peersFolder } = wanted;
  const peers: Peer[] = peersFolder ? await servePeers(peersFolder) : [];
  try {
    console.log(`## Pages, ${cpus().length} x ${cpus()[0]?.model}\n`);
    await withSite(async ({ address }) => {
      await withBrowser(async (browser) => {
        if (parts.has('bytes')) benchBytes(await measureBytes(browser, address, wanted.paths));
        if (parts.has('taps')) console.log(`${await benchTaps(browser, address, runs)}\n`);
        if (parts.has('visits')) console.log(`${await benchVisits(browser, address, runs)}\n`);
      });
      if (parts.has('loads')) await benchLoads(address, peers, wanted);
      if (parts.has('qualities')) await benchQualities(address);
    });
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
