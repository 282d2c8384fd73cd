import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/my-agent',
    title: 'My AI agent',
    description: 'Agent.',
    chunk: 'page-my-agent',
    load: async () => (await import(/* webpackChunkName: "page-my-agent" */ './pages/my-agent-page.tsx')).MyAgentPage,
  },
];
