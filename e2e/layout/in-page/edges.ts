import { isSeen, type Look, nameOf, scrollerOf, type TextBox } from './boxes.ts';

/** Finds content that overflows the window sideways, or its own box. */
export function findOverflow({ width }: Look): string[] {
  const page = document.documentElement.scrollWidth;
  const faults = page > width ? [`the page is ${page - width} px too wide`] : [];
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element instanceof SVGElement || element.tagName === 'OPTION') continue;
    const excess = element.scrollWidth - element.clientWidth;
    if (excess <= 1 || element.clientWidth <= 1 || !isSeen(element) || scrollerOf(element)) continue;
    const { display, overflowX } = getComputedStyle(element);
    // Another rule covers cut texts. Pictures may be cropped on purpose.
    if (display.startsWith('inline') && !/flex|block|grid/.test(display)) continue;
    if (/hidden|clip/.test(overflowX)) continue;
    faults.push(`${nameOf(element)} is ${excess} px narrower than what stands in it`);
  }
  return faults;
}

/** Finds texts and controls outside of the window, or cut off by an edge with hidden overflow. */
export function findCutTexts({ width, text }: Look, texts: readonly TextBox[]): string[] {
  const faults: string[] = [];
  for (const { words, element, lines } of texts) {
    if (scrollerOf(element)) continue;
    const left = Math.min(...lines.map((line) => line.left));
    const right = Math.max(...lines.map((line) => line.right));
    const top = Math.min(...lines.map((line) => line.top));
    const bottom = Math.max(...lines.map((line) => line.bottom));
    const isBroken = !/\s/.test(words) && text === 'normal' && bottom - top > 1.5 * (lines[0]?.height ?? 0);
    if (isBroken) faults.push(`"${words}" is broken within its one word`);
    if (left < -1 || right > width + 1) faults.push(`"${words}" reaches out of the window`);
    for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(place);
      const edge = place.getBoundingClientRect();
      const cutX = /hidden|clip/.test(overflowX) && (right > edge.right + 1 || left < edge.left - 1);
      const cutY = /hidden|clip/.test(overflowY) && (bottom > edge.bottom + 1 || top < edge.top - 1);
      if (cutX || cutY) faults.push(`"${words}" is cut off by ${nameOf(place)}`);
    }
  }
  return faults;
}
