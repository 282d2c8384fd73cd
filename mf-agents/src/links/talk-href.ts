import { voiceAgentIdPattern } from 'kit/contracts/voice-agent-id';

/** The provider's talk page for an agent, or null when what the server sent is no agent id. */
export function talkHref(template: string, agentId: string): string | null {
  return voiceAgentIdPattern.test(agentId) ? template.replaceAll('{agentId}', agentId) : null;
}
