import { getJson } from 'kit/api-client';
import { type PublicAgent, publicAgentSchema } from 'kit/contracts/agent';

/** Never stale (docs/specification.md#7): what was found stays, for as long as the tab stays. Failures do not. */
const found = new Map<string, PublicAgent>();

/** The agent of this name, if this tab has asked for it before. */
export function knownAgent(agentName: string): PublicAgent | undefined {
  return found.get(agentName);
}

/**
 * Asks once: no retry, no polling.
 * @throws ApiError (404 when there is none), ApiUnreachableError, ApiTimeoutError, ApiAnswerError
 */
export async function loadAgent(agentName: string, signal: AbortSignal): Promise<PublicAgent> {
  const path = `/api/ai-agents/by-name/${encodeURIComponent(agentName)}`;
  const agent = await getJson(path, publicAgentSchema, { signal });
  found.set(agentName, agent);
  return agent;
}
