import type { RemoteRoute } from 'kit/federation/routes';

/** A remote whose release contains a sound and WebAssembly. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/backend',
    title: 'Backend',
    description: 'A page whose release ships a sound and WebAssembly.',
    chunk: 'page-backend',
    load: async () => (await import(/* webpackChunkName: "page-backend" */ './pages/backend-page.tsx')).BackendPage,
  },
];
