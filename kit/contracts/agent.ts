import * as z from 'kit/schema';
import { messages } from './text-rules.ts';

/** What `GET /api/ai-agents/by-name/{agentName}` answers: never the code (docs/specification.md#7). */
export const publicAgentSchema = z.object({
  id: z.string(),
  businessName: z.string(),
  tagline: z.string(),
  elevenLabsAgentId: z.string(),
});

export type PublicAgent = z.infer<typeof publicAgentSchema>;

/** What `GET /api/ai-agents/by-code/{code}` answers to whoever knows the code. */
export const agentSchema = z.extend(publicAgentSchema, { agentName: z.string(), agentCode: z.string() });

export type Agent = z.infer<typeof agentSchema>;

const shownAgent = z.object({
  /** As it came, to be sent with a feedback. By code, none is promised. */
  id: z.transform((id: unknown) => (typeof id === 'number' ? id : String(id ?? ''))),
  businessName: z.string(),
  tagline: z.catch(z.string(), ''),
  elevenLabsAgentId: z.catch(z.string(), ''),
});

/**
 * What pages read of those answers, whichever server gave them: the specification names their members, but neither the
 * type of an id nor how the provider's name is spelled in the name of its own (docs/specification.md#3, #7).
 */
export const shownPublicAgentSchema = z.pipe(z.transform(spellProvider), shownAgent);

export type ShownPublicAgent = z.output<typeof shownPublicAgentSchema>;

/** The same of a look-up by code. */
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

/** Non-empty after trimming; trimmed and upper-cased before the look-up (docs/specification.md#5). */
export const agentCodeSchema = z
  .string(messages.agentCode)
  .check(z.trim(), z.toUpperCase(), z.minLength(1, messages.agentCode));

/** The id of the agent that can be found on a fresh site: the examples of the documentation work as they stand. */
export const sampleAgentId = '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11';
