import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * Where Emotion puts its style elements. Those of the server stay in their places: to move one makes the browser apply
 * all rules again, and lets a font that came too late for `font-display: optional` in, which moves the page.
 */
const styleContainer: Pick<Node, 'insertBefore'> = {
  insertBefore: (style, before) => (style.isConnected ? style : document.head.insertBefore(style, before)),
};

/** Of Emotion's class names and style elements. */
export const styleKey = 's';

/**
 * Emotion's cache, the same on the server and in the browser. Without vendor prefixes: our browsers need none. Its key is
 * not `css`, which Emotion's own default cache takes: that one would move our style elements too.
 */
export function createStyleCache(): EmotionCache {
  // `as`: of its container, Emotion calls nothing but insertBefore.
  const cache = createCache({ key: styleKey, stylisPlugins: [], container: styleContainer as Node });
  if (typeof document !== 'undefined') for (const id of idsOfServer()) cache.inserted[id] = true;
  return cache;
}

/** The server's rules name what they are of; its list of ids is of hashes, see `numbered-classes.ts`. */
function idsOfServer(): string[] {
  const styles = [...document.querySelectorAll(`style[data-emotion^="${styleKey} "]`)];
  return styles.flatMap(({ textContent }) => [...textContent.matchAll(/\.s-([a-z0-9]+)/g)].map(([, id = '']) => id));
}
