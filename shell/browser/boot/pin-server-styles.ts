/**
 * Keeps the server's style elements in place. Emotion moves elements without this attribute to the end of the head when it
 * is evaluated. The browser would then parse every rule again, and a font that came too late for `font-display: optional`
 * would appear and shift the layout.
 */
export function pinServerStyles(page: Document): void {
  for (const style of page.querySelectorAll('style[data-emotion]')) style.setAttribute('data-s', '');
}
