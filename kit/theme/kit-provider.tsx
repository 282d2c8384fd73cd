import { ChakraProvider } from '@chakra-ui/react';
import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { system } from './system.ts';

interface KitProviderProps {
  children: ReactNode;
  /** Emotion's cache: one per rendered page on a server, one per document in a browser. */
  cache?: EmotionCache;
}

/** Theme and styles for everything below it. Once a page, at its root. */
export function KitProvider({ children, cache }: KitProviderProps) {
  const themed = <ChakraProvider value={system}>{children}</ChakraProvider>;
  return cache ? <CacheProvider value={cache}>{themed}</CacheProvider> : themed;
}
