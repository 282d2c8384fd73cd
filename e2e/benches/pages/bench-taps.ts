import type { Browser, CDPSession, Page } from '@playwright/test';
import { markdownTable, median, medianAndRange } from '../../support/figures.ts';
import { withPhone } from '../support/open-phone.ts';

interface Tap {
  name: string;
  path: string;
  /** A selector. The first match is tapped. */
  target: string;
  /** A CSS selector that matches once the page has responded. */
  answer: string;
  /** The limit in milliseconds. */
  limit: number;
  /** True if scripts run and the visitor has pointed at the target before the tap, on a slow connection. */
  isAhead?: boolean;
}

const quick = 200;

/** The pause between scrolling and tapping, in milliseconds. */
const scrollPause = 300;

/** Taps that the page answers itself, and two links: one to another page, one to a prefetched page of another remote. */
const taps: readonly Tap[] = [
  {
    name: 'menu button on /',
    path: '/',
    target: '[data-part=menu-button]',
    answer: '#mobile-menu:popover-open',
    limit: quick,
  },
  {
    name: 'tab on /leads',
    path: '/leads',
    target: '#solar-tab',
    answer: '#solar-tab[aria-selected=true]',
    limit: quick,
  },
  {
    name: 'form field on /hvac',
    path: '/hvac',
    target: 'input[name=name]',
    answer: 'input[name=name]:focus',
    limit: quick,
  },
  {
    name: 'link on / to /services',
    path: '/',
    target: 'main a[href="/services"]',
    answer: 'html:has(link[rel=canonical][href$="/services"]) h1',
    limit: quick,
  },
  {
    name: 'link on / to /leads, another remote, pointed at before (1.6 Mbit/s, 150 ms)',
    path: '/',
    target: 'footer a[href="/leads"]',
    answer: 'html:has(link[rel=canonical][href$="/leads"]) h1',
    limit: 100,
    isAhead: true,
  },
];

declare global {
  interface Window {
    answeredAfter?: number;
  }
}

/** Measures the first interaction on a page whose scripts have not started, at 4x CPU slowdown. */
export async function benchTaps(browser: Browser, site: string, runs: number): Promise<string> {
  const times = new Map<string, number[]>();
  for (let run = 0; run < runs; run++) {
    for (const tap of taps) times.set(tap.name, [...(times.get(tap.name) ?? []), await measureTap(browser, site, tap)]);
  }
  const rows = taps.map(({ name, limit }) => {
    const values = times.get(name) ?? [];
    return [name, medianAndRange(values), String(limit), median(values) <= limit ? 'yes' : 'no'];
  });
  return [
    `### First tap on a cold page, 4x CPU, from touch to the painted answer, median of ${runs} (least to greatest)`,
    markdownTable(['tap', 'ms', 'goal', 'reached'], rows),
  ].join('\n\n');
}

function measureTap(browser: Browser, site: string, { path, target, answer, isAhead = false }: Tap): Promise<number> {
  return withPhone(browser, { site, slowdown: 4 }, async ({ page, devtools }) => {
    await page.addInitScript(watchForAnswer, answer);
    await page.goto(site + path, { waitUntil: 'load' });
    if (isAhead) await pointAhead(page, devtools, target);
    const place = await page
      .locator(target)
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ behavior: 'instant', block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    // A hydrated page handles the scroll first, as for a visitor who has scrolled to the target.
    if (isAhead) await page.waitForTimeout(scrollPause);
    await page.touchscreen.tap(place.x, place.y);
    await page.waitForFunction(() => window.answeredAfter !== undefined, undefined, { timeout: 20_000 });
    return page.evaluate(() => window.answeredAfter ?? Number.NaN);
  });
}

/** Starts the page's scripts and points at the target, so that the page prefetches what is behind it. */
async function pointAhead(page: Page, devtools: CDPSession, target: string): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_638_400 / 8,
    uploadThroughput: 675_000 / 8,
  });
  await page.evaluate(() => dispatchEvent(new Event('scroll')));
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset, undefined, { timeout: 20_000 });
  const since = await page.evaluate(() => performance.now());
  await page.locator(target).first().dispatchEvent('pointerover');
  await page.waitForFunction((start) => {
    const ends = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime > start)
      .map(({ startTime, duration }) => startTime + duration);
    return ends.length > 0 && performance.now() - Math.max(...ends) > 1000;
  }, since);
}

/** Runs in every document of the visit. Records the touch and the frame that shows the response. */
function watchForAnswer(answer: string): void {
  const now = () => performance.timeOrigin + performance.now();
  addEventListener(
    'touchstart',
    ({ timeStamp }) => sessionStorage.setItem('touched', String(performance.timeOrigin + timeStamp)),
    { capture: true, once: true, passive: true },
  );
  const look = () => {
    const touched = sessionStorage.getItem('touched');
    if (touched !== null && document.querySelector(answer)) {
      // The browser paints the response after the callbacks of this frame.
      requestAnimationFrame(() => {
        window.answeredAfter = now() - Number(touched);
      });
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
