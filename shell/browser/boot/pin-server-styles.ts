/**
 * Leaves the server's style elements in the head where they are: Emotion moves those without this mark to the end of the head as
 * soon as it is evaluated. That makes the browser read every rule again, and a font that came too late for
 * `font-display: optional` would appear then and move the page. Those that a remote with an Emotion cache of its own has in its
 * markup have to move, because React expects none there.
 */
export function pinServerStyles(page: Document): void {
  for (const style of page.head.querySelectorAll('style[data-emotion]')) style.setAttribute('data-s', '');
}
