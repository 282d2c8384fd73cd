import type { RemoteRoute } from 'kit/federation/routes';

/** A remote whose release contains a sound and WebAssembly, and which has its own back end. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/backend',
    title: 'Backend',
    description: 'A page whose release ships a sound and WebAssembly.',
    chunk: 'page-backend',
    load: async () => (await import(/* webpackChunkName: "page-backend" */ './pages/backend-page.tsx')).BackendPage,
  },
  {
    path: '/backend/openings/:slug',
    title: 'Opening',
    description: 'An opening.',
    chunk: 'page-opening',
    sample: { slug: 'engineer' },
    // The test that builds the remote writes the port of its back end in place of this one.
    data: 'http://127.0.0.1:19179/openings/:slug',
    namedBy: { title: 'title' },
    load: async () => (await import(/* webpackChunkName: "page-opening" */ './pages/opening-page.tsx')).OpeningPage,
  },
  {
    path: '/backend/rooms/:room',
    title: 'A room',
    description: 'A room.',
    chunk: 'page-room',
    sample: { room: 'blue' },
    writesTitle: true,
    load: async () => (await import(/* webpackChunkName: "page-room" */ './pages/room-page.tsx')).RoomPage,
  },
];
