import { test } from '../support/caching-test.ts';
import { type FaultyLine, startFaultyLine } from '../support/faulty-line.ts';
import { expect, openHydrated, startScripts, takeConsole } from '../support/test.ts';

// Chromium and Firefox prefetch scripts. Safari has no prefetch, so the page preloads them (`shell/browser/boot/start-scripts.ts`).

let line: FaultyLine;

test.beforeEach(async ({ baseURL }) => {
  line = await startFaultyLine(baseURL ?? '');
});
test.afterEach(() => line.stop());

const scripts = () => line.asked.filter((path) => /\.js(\?|$)/.test(path));

test('a page fetches all its scripts once, before the visitor interacts', { tag: '@engines' }, async ({ page }) => {
  // Only an interaction starts the scripts in this test. The idle timer is off, the mouse position that Chromium reports
  // is ignored, and the visit is not measured, because measuring loads another script after two seconds.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, wait = 0) => (wait < 2000 ? setTimeout(run, wait) : 0),
    });
    const swallow = (event: Event) => 'visitor' in globalThis || event.stopImmediatePropagation();
    addEventListener('pointermove', swallow, true);
  });
  await page.goto(`${line.address}/hvac`);
  await expect.poll(() => scripts().some((path) => /\/shell\/.*\/forms\./.test(path))).toBe(true);
  const named: { entry: { href: string }[]; preload: { href: string }[] } = JSON.parse(
    (await page.locator('#page-scripts').textContent()) ?? '',
  );
  const needed = [...named.entry, ...named.preload].map(({ href }) => href).toSorted();
  expect(needed.length).toBeGreaterThan(5);
  await expect.poll(() => scripts().toSorted()).toEqual(needed);
  expect(await page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(false);
  await page.evaluate(() => Object.assign(globalThis, { visitor: 'here' }) && undefined);
  await startScripts(page);
  await page.getByRole('main').locator('button[type=submit]').click();
  await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
  expect(scripts().toSorted()).toEqual(needed);
});

// The other scripts are requested by the same function (shell/browser/boot/add-script.ts).
test('a page hydrates although its early script arrives damaged, and the next page needs no retry', {
  tag: '@engines',
}, async ({ page, consoleErrors }) => {
  line.breakFiles(/\/shell\/[^/]+\/early\./, 'broken', 1);
  await openHydrated(page, `${line.address}/services`);
  const [first, ...later] = scripts().filter((path) => path.includes('/early.'));
  const retries = () => scripts().filter((path) => path.includes('/early.') && path.includes('?'));
  expect(first).not.toContain('?');
  expect(later).toContain(first);
  expect(retries()).toHaveLength(1);
  await openHydrated(page, `${line.address}/consultation`);
  expect(retries()).toHaveLength(1);
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
  await takeConsole(page, consoleErrors);
});
