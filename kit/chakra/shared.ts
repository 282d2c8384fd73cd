import { ChakraPage } from './chakra-page.tsx';
import { wrapPagesIn } from './page-wrapper.ts';

/** What remotes get of `@chakra-ui/react`: all of it. The first page that needs it loads it, and stands in its system from then on. */
export * from '@chakra-ui/react';

wrapPagesIn(ChakraPage);
