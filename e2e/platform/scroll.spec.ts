import type { Page } from '@playwright/test';
import { holdFiles } from '../support/hold-files.ts';
import { expect, startScripts, test } from '../support/test.ts';

/** Anchors of the home page (docs/specification.md#2): a section, the form and the last one. */
const anchors = ['services', 'consultation', 'results'];

/** The header is 80 px high here; an anchor stops 16 px below it. */
const belowHeader = 96;

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top));
/** The scroll position in the next frame. Earlier observers have received it by then. */
const scrollY = (page: Page) =>
  page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(Math.round(window.scrollY)))),
  );
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  expect(await scrollY(page)).toBe(top);
}

/** Records every scroll position that the browser draws from now on. */
async function watchScrolling(page: Page): Promise<() => Promise<number[]>> {
  const places = await page.evaluateHandle(() => {
    const seen = new Set<number>();
    const look = () => {
      seen.add(Math.round(window.scrollY));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  return () => places.evaluate((seen) => [...seen]);
}

test('an anchor stays in place when the display font loads late, unless the visitor has scrolled', async ({ page }) => {
  let giveFace = () => {};
  const openWithoutFace = async () => {
    giveFace = await holdFiles(page, /\.woff2/);
    await page.goto('/#services', { waitUntil: 'domcontentloaded' });
    await expect.poll(() => topOf(page, 'services')).toBeLessThan(200);
  };
  const takeFace = async () => {
    giveFace();
    await page.waitForLoadState('load');
    await expect.poll(() => page.evaluate(() => document.fonts.check('700 1em "Beaconfield Display"'))).toBe(true);
  };
  await openWithoutFace();
  await takeFace();
  await expect.poll(() => topOf(page, 'services')).toBe(belowHeader);
  await page.goto('about:blank');
  await openWithoutFace();
  // A smooth scroll that still runs would ignore this one.
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect(await topOf(page, 'services')).toBeLessThan(0);
  }).toPass();
  await takeFace();
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  expect(await topOf(page, 'services')).toBeLessThan(0);
});

test('a visitor who has scrolled away from an anchor stays there, also if scripts start at once', async ({ page }) => {
  const giveFace = await holdFiles(page, /\.woff2/);
  // The server did not find this agent, so the browser looks it up at once.
  await page.goto('/agents/nobody#main', { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(100);
  giveFace();
  await page.waitForLoadState('load');
  // Longer than the page waits for its layout to settle.
  await page.waitForTimeout(1000);
  expect(await scrollY(page)).toBeGreaterThan(100);
});

test('the window scrolls to anchors and positions, below the header', async ({ page }) => {
  await test.step('a URL with an anchor opens there, and hydration does not scroll', async () => {
    await page.goto('/#results');
    await expect.poll(() => topOf(page, 'results'), 'before the scripts').toBe(belowHeader);
    await startScripts(page);
    await page.waitForLoadState('networkidle');
    expect(await topOf(page, 'results'), 'with the scripts').toBe(belowHeader);
  });

  await test.step('an anchor typed into the address bar is scrolled to, and "back" returns to the one before', async () => {
    for (const id of anchors) {
      await page.goto(`/#${id}`);
      await expect.poll(() => topOf(page, id), `#${id}`).toBe(belowHeader);
    }
    await page.goBack();
    await expect.poll(() => topOf(page, 'consultation'), 'the one before').toBe(belowHeader);
  });

  await test.step('a link to an anchor scrolls smoothly and moves the focus; under reduced motion it jumps', async () => {
    const follow = async () => {
      await scrollTo(page, 3000);
      const places = await watchScrolling(page);
      await page.getByRole('banner').getByRole('link', { name: 'How It Works' }).click();
      await expect.poll(() => topOf(page, 'how-it-works')).toBe(belowHeader);
      await expect(page.locator('#how-it-works')).toBeFocused();
      return places();
    };
    // Positions between start and end prove a smooth scroll. How many depends on the machine, so the scroll is repeated if needed.
    await expect(async () => expect((await follow()).length).toBeGreaterThan(2)).toPass();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect((await follow()).length).toBeLessThanOrEqual(2);
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step('navigation jumps without a smooth scroll, "back" and "forward" restore the positions, and an anchor of another page is scrolled to from the top of that page, and its title is announced', async () => {
    await scrollTo(page, 2500);
    const places = await watchScrolling(page);
    await page.getByRole('banner').getByRole('link', { name: 'Services' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Services | Beaconfield' })).toBeAttached();
    await expect.poll(() => scrollY(page)).toBe(0);
    await scrollTo(page, 700);
    await page.goBack();
    await expect(page).toHaveTitle(/Exclusive leads/);
    await expect.poll(() => scrollY(page)).toBe(2500);
    await page.goForward();
    await expect(page).toHaveTitle(/Services/);
    await expect.poll(() => scrollY(page)).toBe(700);
    expect((await places()).toSorted((a, b) => a - b)).toEqual([0, 700, 2500]);

    await page.getByRole('contentinfo').getByRole('link', { name: 'Results' }).click();
    await expect(page).toHaveURL(/\/#results$/);
    await expect.poll(() => topOf(page, 'results')).toBe(belowHeader);
    await expect(page.locator('#results')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: '| Beaconfield' })).toBeAttached();
  });
});
