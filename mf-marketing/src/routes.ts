import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/',
    title: 'Exclusive leads for high-value industries',
    description: 'Exclusive, verified leads.',
    chunk: 'page-home',
    load: async () => (await import(/* webpackChunkName: "page-home" */ './pages/home-page.tsx')).HomePage,
  },
];
