/** Header links of the agent pages (docs/specification.md#2, AI agent demo). */
export const agentLinks = [
  { label: 'Home', to: '/ai-agent-demo' },
  { label: 'Packages', to: '/ai-agent-packages' },
  { label: 'Custom Agent', to: '/custom-ai-agent' },
] as const;

export const mainSiteLabel = 'Main Site';

/** The button that opens the voice widget (docs/specification.md#2). */
export const talkLabel = 'Talk to Our AI Specialist';
