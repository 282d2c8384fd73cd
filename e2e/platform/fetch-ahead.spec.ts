import { type FaultyLine, startFaultyLine } from '../support/faulty-line.ts';
import { expect, test } from '../support/test.ts';

// Chromium and Firefox prefetch; Safari, which cannot, preloads (`shell/browser/boot/start-scripts.ts`).

// Playwright leaves the browser's cache out as soon as it answers any request itself.
test.use({ voiceNetwork: null });

let line: FaultyLine;

test.beforeEach(async ({ baseURL }) => {
  line = await startFaultyLine(baseURL ?? '');
});
test.afterEach(() => line.stop());

const scripts = () => line.asked.filter((path) => /\.js(\?|$)/.test(path));

test('all that a page starts is there before the first sign of the visitor, and fetched once', async ({ page }) => {
  // Nor do the scripts start by themselves after a quiet while, however long this machine takes.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, wait: number) => (wait < 4000 ? setTimeout(run, wait) : 0),
    });
  });
  await page.goto(`${line.address}/hvac`);
  await expect.poll(() => scripts().some((path) => path.includes('/shell/forms.'))).toBe(true);
  const named: { entry: { href: string }[]; preload: { href: string }[] } = JSON.parse(
    (await page.locator('#page-scripts').textContent()) ?? '',
  );
  const needed = [...named.entry, ...named.preload].map(({ href }) => href).toSorted();
  expect(needed.length).toBeGreaterThan(5);
  await expect.poll(() => scripts().toSorted()).toEqual(needed);
  expect(await page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(false);
  await page.mouse.move(1, 1);
  await page.mouse.move(3, 4);
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  expect(scripts().toSorted()).toEqual(needed);
});
