import { expect, test } from '../support/test.ts';
import { loadRoutes } from './routes.ts';

/** What readers may set (WCAG 2.2, 1.4.12). */
const spacing = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-bottom: 2em !important }`;

for (const width of [390, 1280]) {
  test(`wider letters, words and lines cut no text at ${width} px`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of await loadRoutes(request)) {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.addStyleTag({ content: spacing });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      expect(await page.evaluate(findCutTexts), path).toEqual([]);
    }
  });
}

/** Runs in the page: texts that reach out of something that hides what reaches out of it. */
function findCutTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!parent || !text.textContent?.trim() || !parent.checkVisibility() || parent.closest('svg, script, style'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    for (let place: Element | null = parent; place && place !== document.body; place = place.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(place);
      const edge = place.getBoundingClientRect();
      // Of 1 px and less is what only screen readers read.
      if (edge.width <= 1 || edge.height <= 1) break;
      const hidesX = /hidden|clip/.test(overflowX) && (box.right > edge.right + 1 || box.left < edge.left - 1);
      const hidesY = /hidden|clip/.test(overflowY) && (box.bottom > edge.bottom + 1 || box.top < edge.top - 1);
      if (hidesX || hidesY) cut.push(`${text.textContent.trim().slice(0, 60)} in ${place.outerHTML.slice(0, 100)}`);
    }
  }
  return cut;
}
