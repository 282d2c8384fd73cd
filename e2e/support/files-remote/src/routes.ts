import type { RemoteRoute } from 'kit/federation/routes';

/** A remote whose release contains files of every kind besides scripts, and a page with Chakra UI. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/files',
    title: 'Files',
    description: 'Style sheets, pictures, fonts and a worker that the release brings.',
    chunk: 'page-files',
    load: async () => (await import(/* webpackChunkName: "page-files" */ './pages/files-page.tsx')).FilesPage,
  },
  {
    path: '/files/plain',
    title: 'Plain',
    description: 'A page of the same remote that has no style sheet of its own.',
    chunk: 'page-plain',
    load: async () => (await import(/* webpackChunkName: "page-plain" */ './pages/plain-page.tsx')).PlainPage,
  },
  {
    path: '/files/chakra',
    title: 'Chakra',
    description: 'Components of Chakra, used exactly as its documentation describes, beside those of the kit.',
    chunk: 'page-chakra',
    load: async () => (await import(/* webpackChunkName: "page-chakra" */ './pages/chakra-page.tsx')).ChakraPage,
  },
  {
    path: '/files/notes/:note',
    title: 'A Note',
    description: 'A page whose address has a parameter, and which asks before it is left.',
    sample: { note: 'first' },
    chunk: 'page-note',
    load: async () => (await import(/* webpackChunkName: "page-note" */ './pages/note-page.tsx')).NotePage,
  },
];
