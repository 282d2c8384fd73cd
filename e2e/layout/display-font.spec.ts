import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { expect, test } from '../support/test.ts';

const fontFile = '**/shell/fonts/*.woff2';

/** As wide as Arial and Liberation Sans. Visitors have one of them, a test machine may have neither. */
const arimo = fileURLToPath(import.meta.resolve('@fontsource/arimo/files/arimo-latin-700-normal.woff2'));
const arimoAddress = '/arimo-700.woff2';

/** Makes Arimo available under the names of the system fonts that pages look for. */
async function haveArial(page: Page): Promise<void> {
  await page.route(`**${arimoAddress}`, (route) => route.fulfill({ path: arimo, contentType: 'font/woff2' }));
  await page.route(
    (url) => !/\.\w+$/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch({ maxRetries: 1 });
      const ofSystem = /local\("Arial Bold"\),local\("Liberation Sans Bold"\)/;
      const html = await response.text();
      expect(html).toMatch(ofSystem);
      await route.fulfill({ response, body: html.replace(ofSystem, `url(${arimoAddress})`) });
    },
  );
}

/** Pages with headings, figures, prices and buttons, each with the width of the window when the font comes. */
const firstVisits = [
  { path: '/', width: 390 },
  { path: '/leads', width: 390 },
  { path: '/hvac', width: 1280 },
  { path: '/ai-agent-packages', width: 1280 },
];

test('headings, figures, prices and buttons get the display font on the first visit without a layout shift, and as high as before at 390 and 1280 px', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript(watchShifts);
  await haveArial(page);
  for (const { path, width } of firstVisits) {
    const release = await holdFiles(page, fontFile);
    await page.setViewportSize({ width: width === 390 ? 1280 : 390, height: 900 });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(startWithArial);
    const elsewhere = await page.evaluate(measureTexts);
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(startWithArial);
    const before = await page.evaluate(measureTexts);
    release();
    await page.waitForFunction(() => document.fonts.check('700 16px "Beaconfield Display"'));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(measureTexts), `heights of the texts of ${path} at ${width} px`).toEqual(before);
    expect(await page.evaluate(() => window.shifted), `cumulative layout shift of ${path}`).toBeCloseTo(0, 3);
    await page.setViewportSize({ width: width === 390 ? 1280 : 390, height: 900 });
    await expect
      .poll(() => page.evaluate(measureTexts), { message: `heights of the texts of ${path} in the other window` })
      .toEqual(elsewhere);
    await page.unroute(fontFile);
  }
});

test('the display font is requested with the document, once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const preloaded = await page.locator('link[rel=preload][as=font]').getAttribute('href');
  expect(asked).toEqual([preloaded]);
  const faces = await page
    .getByRole('main')
    .evaluate((main) =>
      ['h1', 'h2', 'a[class*=s-]'].map(
        (one) => getComputedStyle(main.querySelector(one) ?? main).fontFamily.split(',')[0],
      ),
    );
  expect(new Set(faces)).toEqual(new Set(['"Beaconfield Display"']));
});

declare global {
  interface Window {
    /** The cumulative layout shift so far. */
    shifted: number;
  }
}

/** Runs in the page before its first paint. */
function watchShifts(): void {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. A system font would be there from the start, so its late load is no shift. */
async function startWithArial(): Promise<void> {
  await document.fonts.load('700 16px "Beaconfield Arial"');
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  // The browser reports shifts some time after the frame.
  await new Promise((done) => setTimeout(done, 300));
  window.shifted = 0;
}

/** Runs in the page. Returns the height of every text in the display font, which depends on its line breaks. */
function measureTexts(): string[] {
  return [...document.querySelectorAll('h1, h2, h3, h4, p, a, dd, td, button')]
    .filter((element) => element.checkVisibility() && /Beaconfield/.test(getComputedStyle(element).fontFamily))
    .map((element) => `${Math.round(element.getBoundingClientRect().height)} ${element.textContent?.slice(0, 40)}`);
}
