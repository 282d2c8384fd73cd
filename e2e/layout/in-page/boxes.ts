/** Runs in the page, as all files of this folder: they export only functions, which call each other by name. */

/** The settings of one check of a page. */
export interface Look {
  /** The window's width, in pixels. */
  width: number;
  medium: 'screen' | 'print';
  /** Normal, twice as large (WCAG 2.2, 1.4.4), or with the widest spacing of readers (1.4.12). */
  text: 'normal' | 'large' | 'wide';
}

export interface TextBox {
  /** The beginning of the text. */
  words: string;
  element: Element;
  /** One box for each line. */
  lines: readonly DOMRect[];
}

/** A short name of an element in a fault. */
export function nameOf(element: Element): string {
  const part = element.getAttribute('data-part');
  const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  return `<${element.tagName.toLowerCase()}${part ? ` ${part}` : ''}> "${words}"`;
}

/** Whether an element is visible. Boxes of 1 px are only for screen readers. */
export function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    const { width, height } = place.getBoundingClientRect();
    // An element with `display: contents` has no box.
    if (width <= 1 && height <= 1 && place.getClientRects().length > 0) return false;
  }
  // The skip link is above the window until it has the focus.
  return element.getBoundingClientRect().bottom > 0;
}

/** Whether an element is part of the call bar, behind which the page scrolls. `call-bar.ci.spec.ts` checks it. */
export function isOfBar(element: Element): boolean {
  return element.closest('[data-part=call-bar]') !== null;
}

/** Every visible text, line by line. */
export function findTexts(): TextBox[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: TextBox[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent ?? '';
    const words = text.trim();
    if (!element || !words || element.closest('svg, script, style, noscript, option') || !isSeen(element)) continue;
    const range = document.createRange();
    // Without the space at an end, which is the gap to the next text.
    range.setStart(node, text.length - text.trimStart().length);
    range.setEnd(node, text.trimEnd().length);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (lines.length > 0) found.push({ words: words.replace(/\s+/g, ' ').slice(0, 50), element, lines });
  }
  return found;
}

/** The nearest ancestor that scrolls sideways. Content beside it can be reached. */
export function scrollerOf(element: Element): Element | null {
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(place).overflowX) && place.scrollWidth > place.clientWidth) return place;
  }
  return null;
}

/** The overlap of two spans in pixels. Negative values are gaps. */
export function overlapOf(oneStart: number, oneEnd: number, otherStart: number, otherEnd: number): number {
  return Math.min(oneEnd, otherEnd) - Math.max(oneStart, otherStart);
}
