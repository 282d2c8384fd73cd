import { ChakraProvider } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { chakraSystem } from './system.ts';

/** Stands around a page whose remote imports `@chakra-ui/react`. */
export function ChakraPage({ children }: { children: ReactNode }) {
  return <ChakraProvider value={chakraSystem}>{children}</ChakraProvider>;
}
