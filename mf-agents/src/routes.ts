import type { RemoteRoute } from 'kit/federation/routes';

export const routes: readonly RemoteRoute[] = [
  {
    path: '/my-agent',
    title: 'My AI Agent',
    description: 'Enter your agent code to talk to your AI agent, share its public link and reach our support.',
    noindex: true,
    chunk: 'page-my-agent',
    load: async () => (await import(/* webpackChunkName: "page-my-agent" */ './pages/my-agent-page.tsx')).MyAgentPage,
  },
];
