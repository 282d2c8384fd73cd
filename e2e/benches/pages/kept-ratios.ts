import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What is compared with the peers, each a median. */
export const measures = {
  largestPaint: { label: 'LCP', slack: 0 },
  // Of two pages that block for some milliseconds the ratio says nothing; one task that is a little too long is no change.
  blocked: { label: 'TBT', slack: 50 },
  // In kB: a page that starts nothing by itself has 3, of which a tenth is a few lines.
  scripts: { label: 'JavaScript', slack: 2 },
  requests: { label: 'requests', slack: 0 },
} as const;

export type Measure = keyof typeof measures;
const measureNames = Object.keys(measures) as Measure[]; // an object literal's own

/** Medians of one page or peer. */
export type Medians = Readonly<Record<Measure, number>>;

/** Ratios by page, peer and measure. */
export type Ratios = Record<string, Record<string, Partial<Record<Measure, number>>>>;

/** How much worse than the kept one a ratio may be. */
const tolerance = 1.1;

const keptFile = path.join(import.meta.dirname, 'kept-ratios.json');

/** The ratio to each peer, but where a peer has nothing of what is measured. */
export function ratiosOf(pages: ReadonlyMap<string, Medians>, peers: ReadonlyMap<string, Medians>): Ratios {
  const toPeer = (page: Medians, peer: Medians) =>
    Object.fromEntries(
      measureNames.filter((name) => peer[name] > 0).map((name) => [name, Number((page[name] / peer[name]).toFixed(3))]),
    );
  return Object.fromEntries(
    [...pages].map(([name, page]) => [
      name,
      Object.fromEntries([...peers].map(([peerName, peer]) => [peerName, toPeer(page, peer)])),
    ]),
  );
}

/** A sentence for each ratio that is more than a tenth worse than the one that was kept. */
export function findWorse(
  kept: Ratios,
  pages: ReadonlyMap<string, Medians>,
  peers: ReadonlyMap<string, Medians>,
): string[] {
  const worse: string[] = [];
  for (const [pageName, page] of pages) {
    for (const [peerName, peer] of peers) {
      for (const name of measureNames) {
        const before = kept[pageName]?.[peerName]?.[name];
        const { label, slack } = measures[name];
        if (before === undefined || page[name] <= before * tolerance * peer[name] + slack) continue;
        const now = (page[name] / peer[name]).toFixed(2);
        worse.push(`${pageName}: ${label} is ${now}x of ${peerName}, ${before.toFixed(2)}x when it was kept.`);
      }
    }
  }
  return worse;
}

/** Pages that nothing was kept of. */
export function findUnkept(kept: Ratios, pages: ReadonlyMap<string, Medians>): string[] {
  return [...pages.keys()].filter((name) => !kept[name]);
}

export async function readKeptRatios(): Promise<Ratios> {
  // Written by the bench itself.
  return existsSync(keptFile) ? (JSON.parse(await readFile(keptFile, 'utf8')) as Ratios) : {};
}

export async function keepRatios(ratios: Ratios): Promise<void> {
  await writeFile(keptFile, `${JSON.stringify({ ...(await readKeptRatios()), ...ratios }, null, 2)}\n`);
}
