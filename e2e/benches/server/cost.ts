import { launchChromium } from '../../run/chromium.ts';
import { markdownTable } from '../../support/figures.ts';
import { type FirstVisit, visitFirst } from '../support/first-visit.ts';
import { listPages } from '../support/list-pages.ts';
import { load, type Subject, steadyRate } from './load.ts';

const million = 1_000_000;

/** Extrapolates the CPU time and traffic of a million page views a month: first visits with all files, and pages only. */
export async function benchCost(subject: Subject, seconds: number): Promise<string> {
  const pages = await listPages(subject.address);
  const visits = await countVisits(subject, pages);
  const rows: string[][] = [];
  for (const [name, paths, bytes] of [
    [
      'each a first visit',
      visits.flatMap(({ answers }) => answers.map(({ path }) => path)),
      mean(visits.map((visit) => visit.wireBytes)),
    ],
    ['each with its files in the cache', pages, null],
  ] as const) {
    const { processorTime, bytesEach } = await load(subject, { seconds, paths, rate: steadyRate });
    const requestsEach = paths.length / pages.length;
    const gigabytes = ((bytes ?? bytesEach) * million) / 1e9;
    const cpuSeconds = processorTime * requestsEach;
    rows.push([name, requestsEach.toFixed(1), cpuSeconds.toFixed(), gigabytes.toFixed(1)]);
  }
  return [
    '### A million page views',
    markdownTable(['page views', 'requests each', 'CPU s of the server', 'GB sent'], rows),
  ].join('\n\n');
}

async function countVisits({ address }: Subject, pages: readonly string[]): Promise<FirstVisit[]> {
  const browser = await launchChromium();
  try {
    const visits: FirstVisit[] = [];
    for (const path of pages) visits.push(await visitFirst(browser, address, path));
    return visits;
  } finally {
    await browser.close();
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
