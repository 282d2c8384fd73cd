import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/exotics-intake',
    title: 'Exotic car rental website intake',
    description: 'Tell us.',
    chunk: 'page-exotics-intake',
    load: async () =>
      (await import(/* webpackChunkName: "page-exotics-intake" */ './pages/intake-page.tsx')).IntakePage,
  },
];
