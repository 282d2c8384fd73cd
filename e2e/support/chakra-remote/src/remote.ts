import type { RemoteRoute } from 'kit/federation/routes';

/** A remote that uses Chakra UI exactly as its documentation describes. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/chakra',
    title: 'Chakra',
    description: 'Components of Chakra beside those of the kit.',
    chunk: 'page-chakra',
    load: async () => (await import(/* webpackChunkName: "page-chakra" */ './chakra-page.tsx')).ChakraPage,
  },
  {
    path: '/chakra/plain',
    title: 'Plain',
    description: 'A page of the same remote that does without Chakra.',
    chunk: 'page-plain',
    load: async () => (await import(/* webpackChunkName: "page-plain" */ './plain-page.tsx')).PlainPage,
  },
];
