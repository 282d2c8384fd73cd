import type { RemoteRoute } from 'kit/federation/routes';

/** Every component in every state, for development only: it is a remote that no release is made of. */
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
