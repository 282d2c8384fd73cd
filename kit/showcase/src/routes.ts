import type { RemoteRoute } from 'kit/federation/routes';

/** Every component in every state, for development only; this remote is never released. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/kit',
    title: 'Kit',
    description: 'Every component of the kit in every state.',
    noindex: true,
    startsAtOnce: true,
    chunk: 'page-kit',
    load: async () => (await import(/* webpackChunkName: "page-kit" */ './pages/kit-page.tsx')).KitPage,
  },
];
