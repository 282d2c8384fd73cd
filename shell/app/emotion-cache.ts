import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * The container of Emotion's style elements. The server's elements keep their places: moving one makes the browser apply
 * all rules again, and may swap in a font that came too late for `font-display: optional`, which shifts the layout.
 */
const styleContainer: Pick<Node, 'insertBefore'> = {
  insertBefore: (style, before) => (style.isConnected ? style : document.head.insertBefore(style, before)),
};

/** The prefix of Emotion's class names, and the attribute value of its style elements. */
export const styleKey = 's';

/**
 * Creates Emotion's cache for server and browser. It adds no vendor prefixes, which our browsers do not need. Its key is
 * not `css`, because Emotion's default cache has that key and would move our style elements.
 */
export function createStyleCache(): EmotionCache {
  // The cast is safe: Emotion only calls insertBefore of its container.
  const cache = createCache({ key: styleKey, stylisPlugins: [], container: styleContainer as Node });
  if (typeof document !== 'undefined') for (const id of idsOfServer()) cache.inserted[id] = true;
  return cache;
}

/**
 * Reads the class ids from the server's rules. The attribute with the list of ids holds hashes instead, see
 * `numbered-classes.ts`.
 */
function idsOfServer(): string[] {
  const styles = [...document.querySelectorAll(`style[data-emotion^="${styleKey} "]`)];
  return styles.flatMap(({ textContent }) => [...textContent.matchAll(/\.s-([a-z0-9]+)/g)].map(([, id = '']) => id));
}
