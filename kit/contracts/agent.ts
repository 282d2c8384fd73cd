import * as z from 'kit/schema';
import { messages } from './text-rules.ts';

/** The answer of `GET /api/ai-agents/by-name/{agentName}`. It never holds the code (docs/specification.md#7). */
export const publicAgentSchema = z.object({
  id: z.string(),
  businessName: z.string(),
  tagline: z.string(),
  elevenLabsAgentId: z.string(),
});

export type PublicAgent = z.infer<typeof publicAgentSchema>;

/** The answer of `GET /api/ai-agents/by-code/{code}`. */
export const agentSchema = z.extend(publicAgentSchema, { agentName: z.string(), agentCode: z.string() });

export type Agent = z.infer<typeof agentSchema>;

const shownAgent = z.object({
  /** A feedback sends the id back as it arrived. The look-up by code does not promise one. */
  id: z.transform((id: unknown) => (typeof id === 'number' ? id : String(id ?? ''))),
  businessName: z.string(),
  tagline: z.catch(z.string(), ''),
  elevenLabsAgentId: z.catch(z.string(), ''),
});

/**
 * The members that pages read, from any server. The specification fixes neither the type of an id nor the spelling of the
 * provider's name (docs/specification.md#3, #7).
 */
export const shownPublicAgentSchema = z.pipe(z.transform(spellProvider), shownAgent);

export type ShownPublicAgent = z.output<typeof shownPublicAgentSchema>;

/** The members that pages read of a look-up by code. */
export const shownAgentSchema = z.pipe(
  z.transform(spellProvider),
  z.extend(shownAgent, { agentName: z.string(), agentCode: z.string() }),
);

export type ShownAgent = z.output<typeof shownAgentSchema>;

function spellProvider(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const [, elevenLabsAgentId] = Object.entries(answer).find(([name]) => /^(?:eleven|voice).*id$/i.test(name)) ?? [];
  return { id: undefined, ...answer, elevenLabsAgentId };
}

/** The code is trimmed and upper-cased before the look-up and may not be empty (docs/specification.md#5). */
export const agentCodeSchema = z
  .string(messages.agentCode)
  .check(z.trim(), z.toUpperCase(), z.minLength(1, messages.agentCode));

/** The id of the agent that exists on a fresh site, so that the examples of the documentation work unchanged. */
export const sampleAgentId = '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11';
