import { launchChromium } from '../../run/chromium.ts';
import { markdownTable } from '../../support/figures.ts';
import type { Subject } from './load.ts';
import { listPages, loadSteadily } from './steady.ts';

const million = 1_000_000;

interface Visit {
  /** The requested paths of the site, in order. */
  paths: string[];
  /** On the wire, with headers. */
  bytes: number;
}

/** Extrapolates the CPU time and traffic of a million page views a month: first visits with all files, and pages only. */
export async function benchCost(subject: Subject, seconds: number): Promise<string> {
  const pages = await listPages(subject);
  const visits = await countVisits(subject, pages);
  const rows: string[][] = [];
  for (const [name, paths, bytes] of [
    ['each a first visit', visits.flatMap((visit) => visit.paths), mean(visits.map((visit) => visit.bytes))],
    ['each with its files in the cache', pages, null],
  ] as const) {
    const { processorTime, bytesEach } = await loadSteadily(subject, paths, seconds);
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

async function countVisits({ address }: Subject, pages: readonly string[]): Promise<Visit[]> {
  const browser = await launchChromium();
  try {
    const visits: Visit[] = [];
    for (const path of pages) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.route(
        ({ href }) => !href.startsWith(address),
        (route) => route.abort(),
      );
      const visit: Visit = { paths: [], bytes: 0 };
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      session.on('Network.loadingFinished', ({ encodedDataLength }) => (visit.bytes += encodedDataLength));
      page.on('response', (response) => {
        const { pathname, search } = new URL(response.url());
        if (response.request().method() === 'GET') visit.paths.push(pathname + search);
      });
      await page.goto(address + path);
      await page.mouse.move(1, 1);
      await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
      await page.waitForLoadState('networkidle');
      visits.push(visit);
      await context.close();
    }
    return visits;
  } finally {
    await browser.close();
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
