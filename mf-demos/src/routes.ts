import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/click-demos',
    title: 'Client demos',
    description: 'Demos.',
    chunk: 'page-click-demos',
    load: async () => (await import(/* webpackChunkName: "page-click-demos" */ './pages/demos-page.tsx')).DemosPage,
  },
];
