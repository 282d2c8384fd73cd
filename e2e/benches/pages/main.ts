import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser } from '@playwright/test';
import { launchChromium } from '../../run/chromium.ts';
import { writeIntoReadme } from '../support/readme.ts';
import { withSite } from '../support/with-site.ts';
import { describeBytes, findOverweight, measureBytes } from './bench-bytes.ts';
import { benchLoads } from './bench-loads.ts';
import { benchTaps } from './bench-taps.ts';
import { type Peer, servePeers } from './peers.ts';
import { pages } from './subjects.ts';

// npm run bench:pages [-- --peers <folder> --runs 3 --parts bytes,taps,loads --readme]: read the ratios, the machine is only a machine.

const knownParts = ['bytes', 'taps', 'loads'];

function readArguments() {
  const { values } = parseArgs({
    options: {
      peers: { type: 'string' },
      runs: { type: 'string', default: '3' },
      readme: { type: 'boolean', default: false },
      parts: { type: 'string', default: knownParts.join(',') },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs must be a whole number from 1, not ${values.runs}.`);
  const parts = new Set(values.parts.split(','));
  const unknown = [...parts].filter((part) => !knownParts.includes(part));
  if (unknown.length > 0) throw new Error(`--parts knows ${knownParts.join(', ')}, not ${unknown.join(', ')}.`);
  return { runs, parts, readme: values.readme, peersFolder: values.peers };
}

async function withBrowser<Result>(work: (browser: Browser, folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-pages-'));
  const browser = await launchChromium();
  try {
    return await work(browser, folder);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the figures, keeps them in the README where that is asked for, and fails when a page is over its budget. */
async function benchBytes(measured: Awaited<ReturnType<typeof measureBytes>>, readme: boolean): Promise<void> {
  console.log(`${describeBytes(measured)}\n`);
  if (readme) await writeIntoReadme('bytes', describeBytes(measured));
  const problems = findOverweight(measured);
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { runs, parts, readme, peersFolder } = readArguments();
  const peers: Peer[] = peersFolder ? await servePeers(peersFolder) : [];
  try {
    console.log(`## Pages, ${cpus().length} x ${cpus()[0]?.model}\n`);
    await withSite(async ({ address }) => {
      await withBrowser(async (browser, folder) => {
        if (parts.has('bytes')) await benchBytes(await measureBytes(browser, address, pages, folder), readme);
        if (parts.has('taps')) console.log(`${await benchTaps(browser, address, runs)}\n`);
      });
      if (!parts.has('loads')) return;
      const ours = pages.map(({ name, path: pagePath }) => ({ name, url: address + pagePath }));
      const theirs = peers.map(({ name, address: peer }) => ({ name, url: `${peer}/` }));
      console.log(await benchLoads(ours, theirs, runs));
    });
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
