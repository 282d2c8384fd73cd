import createCache, { type EmotionCache } from '@emotion/cache';

/** Emotion's cache, the same on the server and in the browser. Without vendor prefixes: our browsers need none. */
export function createStyleCache(): EmotionCache {
  return createCache({ key: 'css', stylisPlugins: [] });
}
