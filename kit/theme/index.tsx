import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';

/** The theme: colours, type, space and the provider that puts them on a page. */
export { type PaletteColor, palette, type Tone, tones } from './palette.ts';
export { headerHeight } from './tokens.ts';
export { system };

interface KitProviderProps {
  children: ReactNode;
  /** Emotion's cache: one per rendered page on a server, one per document in a browser. */
  cache?: EmotionCache;
}

/** Provides theme and styles. A page has one, at its root. */
export function KitProvider({ children, cache }: KitProviderProps) {
  const themed = <ChakraProvider value={system}>{children}</ChakraProvider>;
  return cache ? <CacheProvider value={cache}>{themed}</CacheProvider> : themed;
}
