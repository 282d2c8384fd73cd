import type { Browser } from '@playwright/test';
import { markdownTable, median, medianAndRange } from '../support/figures.ts';

interface Tap {
  name: string;
  path: string;
  /** What is tapped: the first match. */
  target: string;
  /** A CSS selector that matches once the page has answered. */
  answer: string;
}

/** All within 200 ms, but the link, which is a whole page (figures: 300 ms after prefetch). */
const taps: readonly Tap[] = [
  { name: 'menu button on /', path: '/', target: '[data-part=menu-button]', answer: '#mobile-menu:popover-open' },
  { name: 'tab on /leads', path: '/leads', target: '#solar-tab', answer: '#solar-tab[aria-selected=true]' },
  { name: 'form field on /hvac', path: '/hvac', target: 'input[name=name]', answer: 'input[name=name]:focus' },
  {
    name: 'link on / to /services',
    path: '/',
    target: 'main a[href="/services"]',
    answer: 'html:has(link[rel=canonical][href$="/services"]) h1',
  },
];

declare global {
  interface Window {
    answeredAfter?: number;
  }
}

/** The first thing that a visitor does on a page whose scripts have not started, under 4x CPU. */
export async function benchTaps(browser: Browser, site: string, runs: number): Promise<string> {
  const times = new Map<string, number[]>();
  for (let run = 0; run < runs; run++) {
    for (const tap of taps) times.set(tap.name, [...(times.get(tap.name) ?? []), await measureTap(browser, site, tap)]);
  }
  const rows = taps.map(({ name }) => {
    const values = times.get(name) ?? [];
    return [name, medianAndRange(values), median(values) <= 200 ? 'yes' : 'no'];
  });
  return [
    `### First tap on a cold page, 4x CPU, from touch to the painted answer, median of ${runs} (least to greatest)`,
    markdownTable(['tap', 'ms', 'within 200 ms'], rows),
  ].join('\n\n');
}

async function measureTap(browser: Browser, site: string, { path, target, answer }: Tap): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  try {
    const page = await context.newPage();
    await page.route(
      ({ href }) => !href.startsWith(site),
      (route) => route.abort(),
    );
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watchForAnswer, answer);
    await page.goto(site + path, { waitUntil: 'load' });
    const place = await page
      .locator(target)
      .first()
      .evaluate((element) => {
        element.scrollIntoView({ behavior: 'instant', block: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });
    await page.touchscreen.tap(place.x, place.y);
    await page.waitForFunction(() => window.answeredAfter !== undefined, undefined, { timeout: 20_000 });
    return await page.evaluate(() => window.answeredAfter ?? Number.NaN);
  } finally {
    await context.close();
  }
}

/** Runs in every document of the visit: notes the touch, and the frame in which its answer stands. */
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
      // The frame that holds the answer is painted behind this one's callbacks.
      requestAnimationFrame(() => {
        window.answeredAfter = now() - Number(touched);
      });
      return;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
