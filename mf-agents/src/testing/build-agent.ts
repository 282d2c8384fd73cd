import type { Agent } from 'kit/contracts/agent';

/** An agent as the API returns it, with recognizable values. */
export function buildAgent(overrides: Partial<Agent> = {}): Agent {
  return {
    id: '7',
    agentName: 'acme-dental',
    agentCode: 'ACME-2041',
    businessName: 'Acme Dental',
    tagline: 'Smiles on time',
    elevenLabsAgentId: 'agent_acme_7',
    ...overrides,
  };
}
