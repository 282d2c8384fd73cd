import { expect, openHydrated, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Pages full of tiles, cards or fields, with hardly a place without a control. */
const paths = ['/', '/services', '/leads', '/hvac', '/healthcare', '/ai-agent-demo'];

test('the back-to-top button is visible and covers neither a control nor a text at any width and scroll position', async ({
  page,
}) => {
  for (const path of paths) {
    await openHydrated(page, path);
    const button = page.getByRole('button', { name: 'Back to top' });
    for (const width of [320, 390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${path} at ${width} px`;
      // After a change of the width the page may still move, also to where there is no button.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
        await expect(button, where).toBeVisible({ timeout: 2000 });
        // In a narrow window the button is in the header, elsewhere at the left edge.
        const find = width < 768 ? findPressableBelow : findPassingBelow;
        expect(await button.evaluate(find, undefined, { timeout: 2000 }), where).toEqual([]);
      }).toPass();
    }
  }
});

/** Runs in the page. Finds controls that a click on the element's place would hit without the element. */
function findPressableBelow(element: Element): string[] {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const found = new Set<string>();
  for (let x = left + 1; x < right; x += 8) {
    for (let y = top + 1; y < bottom; y += 8) {
      const below = document.elementsFromPoint(x, y).find((other) => !element.contains(other));
      const control = below?.closest('a[href], button, input, select, textarea');
      if (control) found.add(control.textContent || control.outerHTML.slice(0, 80));
    }
  }
  return [...found];
}

/** Runs in the page. Finds texts and controls that pass below a fixed element while the page scrolls. */
function findPassingBelow(element: Element): string[] {
  const { left, right } = element.getBoundingClientRect();
  const passesBelow = (boxes: DOMRectList) =>
    [...boxes].some((box) => box.width > 2 && box.left < right && box.right > left);
  const found: string[] = [];
  for (const root of document.querySelectorAll('main, footer')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // Text for screen readers alone has a box of one pixel.
      if ((text.parentElement?.offsetWidth ?? 0) < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      if (text.textContent?.trim() && passesBelow(range.getClientRects())) found.push(text.textContent.trim());
    }
    for (const control of root.querySelectorAll('a[href], button, input, select, textarea')) {
      if (control.checkVisibility() && passesBelow(control.getClientRects()))
        found.push(control.outerHTML.slice(0, 80));
    }
  }
  return found;
}
