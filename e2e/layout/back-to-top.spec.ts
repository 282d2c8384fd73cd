import { expect, openHydrated, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Pages full of tiles, cards or fields, with hardly a place without a control. */
const paths = ['/', '/services', '/leads', '/hvac', '/ai-agent-demo'];

test('the back-to-top button is visible and covers neither a control nor a text at any width and scroll position', async ({
  page,
}) => {
  for (const path of paths) {
    await openHydrated(page, path);
    const button = page.getByRole('button', { name: 'Back to top' });
    for (const width of [320, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // In a narrow window the button is in the header, which stays where it is. Elsewhere it is at the left edge.
      const isInHeader = width < 768;
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      for (const top of isInHeader ? [400] : [301, 1500, end]) {
        // After a change of the width the page may still move, also to where there is no button.
        await expect(async () => {
          await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
          await expect(button, `${path} at ${width} px, scrolled to ${top} px`).toBeVisible({ timeout: 2000 });
          const pressable = await button.evaluate(findPressableBelow, undefined, { timeout: 2000 });
          expect(pressable, `${path} at ${width} px, scrolled to ${top} px`).toEqual([]);
        }).toPass();
      }
      // In a narrower window texts have its whole width.
      if (!isInHeader) expect(await button.evaluate(findTextBelow), `texts of ${path} at ${width} px`).toEqual([]);
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

/** Runs in the page. Finds texts that pass below a fixed element while the page scrolls. */
function findTextBelow(element: Element): string[] {
  const { left, right } = element.getBoundingClientRect();
  const found: string[] = [];
  for (const root of document.querySelectorAll('main, footer')) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // Text for screen readers alone has a box of one pixel.
      if ((text.parentElement?.offsetWidth ?? 0) < 2) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isBelow = [...range.getClientRects()].some((box) => box.width > 2 && box.left < right && box.right > left);
      if (isBelow && text.textContent?.trim()) found.push(text.textContent.trim());
    }
  }
  return found;
}
