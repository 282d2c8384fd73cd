import { expect, openHydrated, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

/** Where the button has a place to begin with: the first screens of the home page are full of tiles. */
const starts = { '/': 1700, '/leads': 700, '/hvac': 700 };

for (const [path, start] of Object.entries(starts)) {
  test(`the way back to the top of ${path} never rests on something that can be pressed`, async ({ page }) => {
    await openHydrated(page, path);
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), start);
    // By its label, since it may be away.
    const button = page.getByLabel('Back to top');
    await expect(button).toBeVisible();
    const home = await button.evaluate((element) => {
      const { bottom, height } = element.getBoundingClientRect();
      return bottom - height / 2 - (Number.parseFloat(element.style.translate.split(' ')[1] ?? '') || 0);
    });
    const controls = page.locator('main :is(a[href], button, input, select, textarea):visible');
    const places = await controls.evaluateAll((elements, at) => {
      const tops = elements
        .map((element) => element.getBoundingClientRect())
        .filter(({ left, width }) => left < 70 && width > 0)
        .map(({ top, height }) => Math.round(top + height / 2 + scrollY - at));
      return [...new Set(tops)].filter((top) => top > 300).slice(0, 12);
    }, home);
    expect(places.length).toBeGreaterThan(2);
    for (const top of places) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
      await expect.poll(() => button.evaluate(findPressableBelow), { message: `scrolled to ${top} px` }).toEqual([]);
    }
  });
}

/** Runs in the page: what of the page can be pressed and lies below the element. */
function findPressableBelow(element: Element): string[] {
  if (!element.checkVisibility({ visibilityProperty: true })) return [];
  const box = element.getBoundingClientRect();
  return [...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')]
    .filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    })
    .map((control) => control.textContent || control.outerHTML.slice(0, 80));
}
