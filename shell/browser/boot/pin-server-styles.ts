/**
 * Keeps the server's style elements in their place in the head. When Emotion is evaluated, it moves all style elements without
 * this mark to the end of the head. The browser then parses every rule again, and a font that was too late for
 * `font-display: optional` appears and shifts the layout. The style elements in the markup of a remote with its own Emotion cache
 * must move, because React expects none there.
 */
export function pinServerStyles(page: Document): void {
  for (const style of page.head.querySelectorAll('style[data-emotion]')) style.setAttribute('data-s', '');
}
