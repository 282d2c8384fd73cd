import { ApiError, ApiTimeoutError, ApiUnreachableError, getJson } from 'kit/api-client';
import { agentCodeSchema, type ShownAgent, shownAgentSchema } from 'kit/contracts/agent';
import { messages } from 'kit/contracts/text-rules';
import { Form, fieldsOf, SubmitButton, useFormContext, useFormState } from 'kit/forms';
import * as z from 'kit/schema';
import { chakra, Text, TextLink } from 'kit/ui';
import { useEffect, useRef, useState } from 'react';
import { codeFormContent as content, lookUpMessages } from '../../content/portal.ts';
import { encodeText } from '../../links/hrefs.ts';

/** The look-up checks the code, so that all its messages are shown in the same place. */
const typedCodeSchema = z.object({ agentCode: z.string() });
const { TextField } = fieldsOf<z.infer<typeof typedCodeSchema>>();

const Body = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '5', width: '100%' },
});
const Code = chakra('div', {
  base: {
    '& input': { textTransform: 'uppercase', fontVariantNumeric: 'tabular-nums', letterSpacing: '0.04em' },
    '& input::placeholder': { textTransform: 'none', letterSpacing: '0' },
  },
});
const Alert = chakra('span', { base: { color: 'danger', fontWeight: '600', display: 'block' } });

interface Failure extends LookUpFailure {
  attempt: number;
}

/** The code form of the portal (docs/specification.md#2, #4, #5, #8). */
export function AgentCodeForm({ onFound }: { onFound: (agent: ShownAgent) => void }) {
  const [failure, setFailure] = useState<Failure | null>(null);

  async function handleSubmit({ agentCode }: z.infer<typeof typedCodeSchema>) {
    onFound(await findAgent(agentCode));
  }

  function handleFailure(error: unknown) {
    if (!(error instanceof AgentLookUpError)) throw error;
    const isTyped = error.problem.errors.length > 0;
    setFailure((before) => ({ message: error.message, isTyped, attempt: (before?.attempt ?? 0) + 1 }));
  }

  return (
    <Form
      schema={typedCodeSchema}
      defaultValues={{ agentCode: '' }}
      onSubmit={handleSubmit}
      onFailure={handleFailure}
      afterSuccess="keep"
      label={content.title}
    >
      <Body>
        <AgentCodeField failure={failure} />
        <SubmitButton pendingLabel={content.pending} size="lg" wide>
          {content.submit}
        </SubmitButton>
        <Text tone="muted">
          {content.noCode} <TextLink to="/">{content.contact}</TextLink>
        </Text>
      </Body>
    </Form>
  );
}

/** Upper-cases input as it is typed, including input from before this script loaded. */
function AgentCodeField({ failure }: { failure: Failure | null }) {
  const { setValue } = useFormContext();
  const { errors } = useFormState({ name: 'agentCode' });
  const box = useRef<HTMLDivElement>(null);
  // A new element for each attempt, so that screen readers announce the same message again.
  const elsewhere = failure && !failure.isTyped && (
    <Alert key={failure.attempt} role="alert">
      {failure.message}
    </Alert>
  );

  function upperCase() {
    const input = box.current?.querySelector('input');
    if (!input) return;
    upperCaseInput(input);
    setValue('agentCode', input.value);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(upperCase, []);

  return (
    <Code ref={box} onInput={upperCase}>
      <TextField
        name="agentCode"
        label={content.label}
        placeholder={content.placeholder}
        autoComplete="off"
        required
        description={elsewhere || (!errors.agentCode && content.help)}
        attempt={failure?.attempt ?? 0}
      />
    </Code>
  );
}

interface LookUpFailure {
  message: string;
  /** The typed code is invalid, so the field shows the message. */
  isTyped: boolean;
}

/** The reason why no agent was found, as a message of docs/specification.md#8. */
class AgentLookUpError extends Error {
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
async function findAgent(typed: string): Promise<ShownAgent> {
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

/** Upper-cases an input's value in place without moving the caret. */
function upperCaseInput(input: HTMLInputElement): void {
  const upper = input.value.toUpperCase();
  if (upper === input.value) return;
  const { selectionStart, selectionEnd } = input;
  input.value = upper;
  // Safari focuses an element whose selection is set.
  if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd);
}
