import { expect, test } from '../support/test.ts';

const fontFile = '**/shell/fonts/*.woff2';

for (const width of [390, 1280]) {
  test(`headings, figures, prices and buttons take the display face on the first visit, and nothing moves (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(watchShifts);
    for (const path of ['/', '/leads', '/hvac', '/services', '/ai-agent-packages', '/contact', '/exotics-intake']) {
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route(fontFile, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const before = await page.evaluate(measureTexts);
      release();
      await page.waitForFunction(() => document.fonts.check('700 16px "Beaconfield Display"'));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const after = await page.evaluate(measureTexts);
      expect(after, `heights of the texts of ${path}`).toEqual(before);
      expect(await page.evaluate(() => window.shifted), `cumulative layout shift of ${path}`).toBeCloseTo(0, 3);
      await page.unroute(fontFile);
    }
  });
}

test('the display face is asked for with the document, once', async ({ page }) => {
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

/** Runs in the page: how high every text in the display face is, which its lines decide. */
function measureTexts(): string[] {
  return [...document.querySelectorAll('h1, h2, h3, h4, p, a, dd, td, button')]
    .filter((element) => element.checkVisibility() && /Beaconfield/.test(getComputedStyle(element).fontFamily))
    .map((element) => `${Math.round(element.getBoundingClientRect().height)} ${element.textContent?.slice(0, 40)}`);
}
