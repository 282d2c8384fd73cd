import { ChakraPage } from './chakra-page.tsx';
import { wrapPagesIn } from './page-wrapper.ts';

/** The shared module `@chakra-ui/react`. The first page that needs it loads it; {@link ChakraPage} wraps all later pages of the tab. */
export * from '@chakra-ui/react';

wrapPagesIn(ChakraPage);
