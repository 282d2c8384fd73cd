import type { Browser, CDPSession } from '@playwright/test';
import { measuredTimingName } from '../../../shell/app/view-report.ts';
import { markdownTable, median, medianAndRange } from '../../support/figures.ts';

interface Cost {
  /** Total blocking time: the sum of each main-thread task's time above 50 ms, at 4x CPU slowdown, in milliseconds. */
  blocked: number;
  /** CPU time of all main-thread tasks, in milliseconds. */
  processor: number;
}

/** In milliseconds. Measuring starts two seconds after hydration, see `watchVisit`. */
const untilMeasured = 5000;

/** Compares the same page with and without the measuring of the visit. */
export async function benchVisits(browser: Browser, site: string, runs: number): Promise<string> {
  const states = [true, false] as const;
  const costs = new Map(states.map((isMeasured) => [isMeasured, [] as Cost[]]));
  for (let run = 0; run < runs; run++) {
    for (const isMeasured of states) costs.get(isMeasured)?.push(await measureVisit(browser, site, isMeasured));
  }
  const rows = states.map((isMeasured) => {
    const of = (key: keyof Cost) => (costs.get(isMeasured) ?? []).map((cost) => cost[key]);
    return [isMeasured ? 'measured' : 'not measured', medianAndRange(of('blocked')), medianAndRange(of('processor'))];
  });
  const processor = states.map((state) => median((costs.get(state) ?? []).map((cost) => cost.processor)));
  return [
    `### A view of / that measures itself, median of ${runs} (least to greatest)`,
    markdownTable(['view', 'blocked at 4x CPU, ms', 'main thread, ms'], rows),
    `Measuring takes ${((processor[0] ?? 0) - (processor[1] ?? 0)).toFixed()} ms of the main thread.`,
  ].join('\n\n');
}

async function measureVisit(browser: Browser, site: string, isMeasured: boolean): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await page.route(`${site}/`, async (route) => {
      const response = await route.fetch({ maxRetries: 1 });
      const timing = response.headers()['server-timing'] ?? '';
      if (!timing.endsWith(measuredTimingName))
        throw new Error('The site measures no visit: is its "measuredShare" 0?');
      const own = isMeasured ? timing : timing.replace(new RegExp(`,\\s*${measuredTimingName}$`), '');
      await route.fulfill({ response, headers: { ...response.headers(), 'server-timing': own } });
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.blockedFor = (window.blockedFor ?? 0) + duration - 50;
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(`${site}/`, { waitUntil: 'load' });
    await page.evaluate(() => dispatchEvent(new Event('scroll')));
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
    await page.waitForTimeout(untilMeasured);
    return { blocked: await page.evaluate(() => window.blockedFor ?? 0), processor: await processorOf(devtools) };
  } finally {
    await context.close();
  }
}

async function processorOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

declare global {
  interface Window {
    blockedFor?: number;
  }
}
