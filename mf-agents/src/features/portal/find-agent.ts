import { ApiError, ApiTimeoutError, ApiUnreachableError, getJson } from 'kit/api-client';
import { agentCodeSchema, type ShownAgent, shownAgentSchema } from 'kit/contracts/agent';
import { messages } from 'kit/contracts/text-rules';
import { lookUpMessages } from '../../content/portal.ts';
import { encodeText } from '../../links/encode-text.ts';

interface LookUpFailure {
  message: string;
  /** What was typed is at fault, so that the field says so itself. */
  isTyped: boolean;
}

/** Why no agent was found, in the words of docs/specification.md#8. */
export class AgentLookUpError extends Error {
  override readonly name = 'AgentLookUpError';
  readonly code = 'agent-look-up-failed';
  /** Names the field, as an answer of the server would, where what was typed is at fault. */
  readonly problem: { errors: readonly { field: 'agentCode'; message: string }[] };

  constructor({ message, isTyped }: LookUpFailure, options?: ErrorOptions) {
    super(message, options);
    this.problem = { errors: isTyped ? [{ field: 'agentCode', message }] : [] };
  }
}

/**
 * Looks an agent up by the code as it was typed: trimmed, upper-cased and URL-encoded (docs/specification.md#5, #7).
 * Each call asks the server; nothing is kept.
 * @throws AgentLookUpError
 */
export async function findAgent(typed: string): Promise<ShownAgent> {
  const code = agentCodeSchema.safeParse(typed);
  if (!code.success) throw new AgentLookUpError({ message: messages.agentCode, isTyped: true });
  try {
    return await getJson(`/api/ai-agents/by-code/${encodeText(code.data)}`, shownAgentSchema);
  } catch (cause) {
    throw new AgentLookUpError(failureOf(cause), { cause });
  }
}

function failureOf(cause: unknown): LookUpFailure {
  if (cause instanceof ApiError && cause.status === 404) return { message: lookUpMessages.notFound, isTyped: true };
  const isAway = cause instanceof ApiUnreachableError || cause instanceof ApiTimeoutError;
  return { message: isAway ? lookUpMessages.noConnection : lookUpMessages.failed, isTyped: false };
}
