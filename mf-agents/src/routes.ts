import type { RemoteRoute } from 'kit/federation/routes';
import { agentTypeIds, industries, useCases } from './content/picker-choices.ts';

const idsOf = (choices: readonly { id: string }[]) => choices.map(({ id }) => id);

export const routes: readonly RemoteRoute[] = [
  {
    path: '/ai-agent-demo',
    title: 'AI Agent Demo',
    description: 'Talk to an AI voice agent and get a custom demo for your business in a 10-20 minute slot.',
    voiceAgent: 'agentPages',
    chunk: 'page-ai-agent-demo',
    load: async () =>
      (await import(/* webpackChunkName: "page-ai-agent-demo" */ './pages/ai-agent-demo-page.tsx')).AiAgentDemoPage,
  },
  {
    path: '/ai-agent-packages',
    title: 'AI Agent Packages',
    description:
      'Starter, Professional and Enterprise: AI voice agents, priced by how many conversations they handle in a month.',
    voiceAgent: 'agentPages',
    chunk: 'page-ai-agent-packages',
    load: async () =>
      (await import(/* webpackChunkName: "page-ai-agent-packages" */ './pages/ai-agent-packages-page.tsx'))
        .AiAgentPackagesPage,
  },
  {
    path: '/custom-ai-agent',
    title: 'Custom AI Agent',
    description: 'Pick the type of AI agent, your industry or use case, and send us your choice.',
    search: { type: [...agentTypeIds], industry: idsOf(industries), useCase: idsOf(useCases) },
    voiceAgent: 'agentPages',
    chunk: 'page-custom-ai-agent',
    load: async () =>
      (await import(/* webpackChunkName: "page-custom-ai-agent" */ './pages/custom-ai-agent-page.tsx'))
        .CustomAiAgentPage,
  },
  {
    path: '/agents/:agentName',
    title: 'AI Agent',
    description: 'Talk to this AI voice agent in your browser, and ask for a quote for your own.',
    noindex: true,
    data: '/api/ai-agents/by-name/:agentName',
    namedBy: { title: 'businessName', description: 'tagline' },
    voiceAgent: 'agentPages',
    chunk: 'page-agent-delivery',
    load: async () =>
      (await import(/* webpackChunkName: "page-agent-delivery" */ './pages/agent-delivery-page.tsx')).AgentDeliveryPage,
  },
  {
    path: '/my-agent',
    title: 'My AI Agent',
    description: 'Enter your agent code to talk to your AI agent, share its public link and contact support.',
    noindex: true,
    voiceAgent: 'agentPages',
    chunk: 'page-my-agent',
    load: async () => (await import(/* webpackChunkName: "page-my-agent" */ './pages/my-agent-page.tsx')).MyAgentPage,
  },
];
