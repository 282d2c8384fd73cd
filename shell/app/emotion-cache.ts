import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * The container of Emotion's style elements. Those of the server stay in their places. Moving one makes the browser apply all rules again,
 * and may swap in a font that came too late for `font-display: optional`, which shifts the layout.
 */
const styleContainer: Pick<Node, 'insertBefore'> = {
  insertBefore: (style, before) => (style.isConnected ? style : document.head.insertBefore(style, before)),
};

/** The prefix of Emotion's class names, and the mark of its style elements. */
export const styleKey = 's';

/**
 * Creates Emotion's cache, the same on the server and in the browser. It adds no vendor prefixes, which our browsers do not need. Its key is
 * not `css`, since Emotion's default cache has that key and would move our style elements too.
 */
export function createStyleCache(): EmotionCache {
  // Emotion calls only insertBefore of its container, so the object can stand in for a node.
  const cache = createCache({ key: styleKey, stylisPlugins: [], container: styleContainer as Node });
  if (typeof document !== 'undefined') for (const id of idsOfServer()) cache.inserted[id] = true;
  return cache;
}

/** Reads the ids from the rules of the server. Its own list of ids has hashes instead, see `numbered-classes.ts`. */
function idsOfServer(): string[] {
  const styles = [...document.querySelectorAll(`style[data-emotion^="${styleKey} "]`)];
  return styles.flatMap(({ textContent }) => [...textContent.matchAll(/\.s-([a-z0-9]+)/g)].map(([, id = '']) => id));
}
