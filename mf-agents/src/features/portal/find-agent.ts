import { ApiError, ApiTimeoutError, ApiUnreachableError, getJson } from 'kit/api-client';
import { agentCodeSchema, type ShownAgent, shownAgentSchema } from 'kit/contracts/agent';
import { messages } from 'kit/contracts/text-rules';
import { lookUpMessages } from '../../content/portal.ts';
import { encodeText } from '../../links/encode-text.ts';

interface LookUpFailure {
  message: string;
  /** The typed code is invalid, so the field shows the message. */
  isTyped: boolean;
}

/** The reason why no agent was found, as a message of docs/specification.md#8. */
export class AgentLookUpError extends Error {
  override readonly name = 'AgentLookUpError';
  readonly code = 'agent-look-up-failed';
  /** Names the field, like an answer of the server, if the typed code is invalid. */
  readonly problem: { errors: readonly { field: 'agentCode'; message: string }[] };

  constructor({ message, isTyped }: LookUpFailure, options?: ErrorOptions) {
    super(message, options);
    this.problem = { errors: isTyped ? [{ field: 'agentCode', message }] : [] };
  }
}

/**
 * Looks an agent up by its typed code: trimmed, upper-cased and URL-encoded (docs/specification.md#5, #7). Each call asks
 * the server; nothing is cached.
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
