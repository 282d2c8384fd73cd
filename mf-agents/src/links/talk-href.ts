import { voiceAgentIdPattern } from 'kit/contracts/voice-agent-id';

/** The provider's talk page for an agent; null if the server sent an invalid id. */
export function talkHref(template: string, agentId: string): string | null {
  return voiceAgentIdPattern.test(agentId) ? template.replaceAll('{agentId}', agentId) : null;
}
