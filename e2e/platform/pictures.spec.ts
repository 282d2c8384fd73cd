import type { Page } from '@playwright/test';
import { loadRoutesOfEachKind } from '../accessibility/routes.ts';
import { expect, openHydrated, test } from '../support/test.ts';

const widths = [390, 1280] as const;
const height = 900;

/** Delays the page's pictures from each call of `hold` to its `release`. Scripts are blocked if asked for. */
async function holdPictures(page: Page, scripts: 'with scripts' | 'without scripts') {
  let gate = Promise.resolve();
  await page.route('**/*', async (route) => {
    const kind = route.request().resourceType();
    if (kind === 'script' && scripts === 'without scripts') return route.abort();
    if (kind === 'image') await gate;
    return route.fallback();
  });
  return function hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
}

/** Makes the page request all its pictures, also those below the window. Returns how many have loaded. */
const askForPictures = (page: Page) =>
  page.evaluate(() => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    return pictures.filter((picture) => picture.complete && picture.naturalWidth > 0).length;
  });

const waitForPictures = (page: Page) =>
  page.waitForFunction(() => [...document.images].every((picture) => picture.complete && picture.naturalWidth > 0));

/** The boxes of all elements in whole pixels, by their index in the document. */
const measureBoxes = (page: Page) =>
  page.evaluate(() => {
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('src') ?? element.textContent?.trim().slice(0, 30) ?? ''}`;
    // Without the voice widget: it loads at any time and lies over the page.
    return [...document.querySelectorAll('main, :is(header, main, footer) *')].map((element, index) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const box = [left + window.scrollX, top + window.scrollY, width, height].map(Math.round).join(' ');
      return `${index} ${nameOf(element)}: ${box}`;
    });
  });

/** Changes the width of the window, and ends the transitions to the sizes that elements have in it. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((wanted) => document.documentElement.clientWidth === wanted, width);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/**
 * Delays the current pictures, lets them load, and returns the elements that moved in a window of any of the widths. The
 * window has the first width at the beginning and at the end.
 */
async function whatMoves(
  page: Page,
  release: () => void,
): Promise<{ moved: string[]; empty: number; pictures: number }> {
  expect(await askForPictures(page), 'pictures that came although they were held').toBe(0);
  const images = page.locator('img');
  // Shifts by the site's own font are not the subject of this test.
  await page.evaluate(() => document.fonts.ready);
  const before = new Map<number, string[]>();
  let empty = 0;
  for (const width of widths) {
    await resize(page, width);
    before.set(width, await measureBoxes(page));
    empty += await images.evaluateAll(
      (all) => all.filter((one) => one.checkVisibility() && one.clientWidth * one.clientHeight === 0).length,
    );
  }
  release();
  const moved: string[] = [];
  for (const width of widths.toReversed()) {
    await resize(page, width);
    await waitForPictures(page);
    const after = await measureBoxes(page);
    moved.push(...after.filter((box, index) => box !== before.get(width)?.[index]).map((box) => `${box} at ${width}`));
  }
  return { moved, empty, pictures: await images.count() };
}

// Reduced motion stops the spinner of a page that loads data.
test.use({ viewport: { width: widths[0], height }, contextOptions: { reducedMotion: 'reduce' } });

// On phones all pictures of a page are above its last anchor. What is at it stays there if nothing moves.
test('every kind of page opens at its last anchor before its pictures, and nothing moves when they load, on phones and on wide screens', async ({
  page,
  request,
}) => {
  const hold = await holdPictures(page, 'without scripts');
  let [held, anchors] = [0, 0];
  for (const path of await loadRoutesOfEachKind(request)) {
    const id = (await anchorsOf(page, await (await request.get(path)).text())).at(-1);
    const release = hold();
    await page.goto(id ? `${path}#${id}` : path, { waitUntil: 'domcontentloaded' });
    if (id) {
      anchors += 1;
      await expect.poll(() => offTarget(page, id), `${path}#${id} is off by pixels`).toBe(0);
      // The header stays where it is in the window, so its box depends on the scroll position.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    }
    const { moved, empty, pictures } = await whatMoves(page, release);
    expect.soft(moved, `what moved on ${path}`).toEqual([]);
    expect.soft(empty, `pictures of ${path} without a box of their own`).toBe(0);
    held += pictures;
  }
  expect(held).toBeGreaterThan(20);
  expect(anchors).toBeGreaterThan(8);
});

test('nothing moves when the logos of the unlocked demos load', async ({ page }) => {
  await openHydrated(page, '/click-demos');
  const release = (await holdPictures(page, 'with scripts'))();
  await page.getByLabel('Password', { exact: true }).fill('demo');
  await page.getByRole('button', { name: 'Access Demos' }).click();
  await expect(page.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  await expect(page.getByRole('main').locator('img')).not.toHaveCount(0);
  const { moved, empty } = await whatMoves(page, release);
  expect(moved).toEqual([]);
  expect(empty).toBe(0);
});

/** The anchors in the HTML of a page. */
const anchorsOf = (page: Page, html: string) =>
  page.evaluate((text) => {
    const sections = new DOMParser().parseFromString(text, 'text/html').querySelectorAll('main section[id]');
    return [...sections].filter((section) => !section.hasAttribute('hidden')).map(({ id }) => id);
  }, html);

/** The distance of an anchor from its place: below the header, or as far up as the end of the page allows. */
const offTarget = (page: Page, id: string) =>
  page.evaluate((name) => {
    const root = document.documentElement;
    const section = document.getElementById(name) ?? root;
    const wanted =
      Number.parseFloat(getComputedStyle(root).scrollPaddingTop) +
      Number.parseFloat(getComputedStyle(section).scrollMarginTop);
    const { top } = section.getBoundingClientRect();
    const left = root.scrollHeight - root.clientHeight - window.scrollY;
    return top > wanted && left <= 1 ? 0 : Math.abs(Math.round(top - wanted));
  }, id);
