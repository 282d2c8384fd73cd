/** What runs in the page, as all of this folder: exported functions alone, which find each other by their names. */

/** What one look at a page takes for granted. */
export interface Look {
  /** The window's width, in pixels. */
  width: number;
  medium: 'screen' | 'print';
  /** As the page has it, twice as large (WCAG 2.2, 1.4.4), or set as wide as readers may set it (1.4.12). */
  text: 'normal' | 'large' | 'wide';
}

export interface TextBox {
  /** Its beginning. */
  words: string;
  element: Element;
  /** One for each line. */
  lines: readonly DOMRect[];
}

/** How an element is named in a fault: short, and enough to find it. */
export function nameOf(element: Element): string {
  const part = element.getAttribute('data-part');
  const words = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40);
  return `<${element.tagName.toLowerCase()}${part ? ` ${part}` : ''}> "${words}"`;
}

/** Shown, and not one of the boxes of 1 px that only screen readers read. */
export function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    const { width, height } = place.getBoundingClientRect();
    // `display: contents` has no box at all.
    if (width <= 1 && height <= 1 && place.getClientRects().length > 0) return false;
  }
  // Moved out of the window until the keyboard reaches it: the skip link.
  return element.getBoundingClientRect().bottom > 0;
}

/** Part of the bar that phones have below the page: the page scrolls by behind it. `call-bar.spec.ts` holds its end free. */
export function isOfBar(element: Element): boolean {
  return element.closest('[data-part=call-bar]') !== null;
}

/** Every text that a visitor sees, line by line. */
export function findTexts(): TextBox[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: TextBox[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.textContent?.trim();
    if (!element || !words || element.closest('svg, script, style, noscript, option') || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (lines.length > 0) found.push({ words: words.replace(/\s+/g, ' ').slice(0, 50), element, lines });
  }
  return found;
}

/** The nearest ancestor that scrolls sideways: what lies beside it can be reached. */
export function scrollerOf(element: Element): Element | null {
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(place).overflowX) && place.scrollWidth > place.clientWidth) return place;
  }
  return null;
}

/** How far two spans of one direction lie over one another, in pixels; negative is the gap between them. */
export function overlapOf(oneStart: number, oneEnd: number, otherStart: number, otherEnd: number): number {
  return Math.min(oneEnd, otherEnd) - Math.max(oneStart, otherStart);
}
