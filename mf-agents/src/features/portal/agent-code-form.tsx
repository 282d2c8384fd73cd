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

interface Failure {
  message: string;
  /** The typed code is invalid, so the field shows the message. */
  isTyped: boolean;
  attempt: number;
}

/** The code form of the portal (docs/specification.md#2, #4, #5, #8). */
export function AgentCodeForm({ onFound }: { onFound: (agent: ShownAgent) => void }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const attempts = useRef(0);

  async function handleSubmit({ agentCode }: z.infer<typeof typedCodeSchema>) {
    setFailure(null);
    onFound(await findAgent(agentCode));
  }

  function handleFailure(error: unknown) {
    // The cast is safe: `findAgent` throws nothing else.
    const { message, problem } = error as LookUpError;
    const isTyped = problem.errors.length > 0;
    attempts.current += 1;
    setFailure({ message, isTyped, attempt: attempts.current });
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
        <SubmitButton pendingLabel="Searching..." size="lg" wide>
          Access My Agent
        </SubmitButton>
        <Text tone="muted">
          No agent yet? <TextLink to="/">Contact us to get started</TextLink>
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
        label="Agent Code"
        placeholder="e.g. NAME-1234"
        autoComplete="off"
        required
        description={elsewhere || (!errors.agentCode && content.help)}
        attempt={failure?.attempt ?? 0}
      />
    </Code>
  );
}

type LookUpError = ReturnType<typeof lookUpError>;

/**
 * The reason why no agent was found, as a message of docs/specification.md#8. If the typed code is invalid, it names the field,
 * like an answer of the server.
 */
function lookUpError(message: string, { isTyped, cause }: { isTyped: boolean; cause?: unknown }) {
  const errors = isTyped ? [{ field: 'agentCode', message }] : [];
  return Object.assign(new Error(message, { cause }), { problem: { errors } });
}

/**
 * Looks an agent up by its typed code: trimmed, upper-cased and URL-encoded (docs/specification.md#5, #7). Each call asks
 * the server; nothing is cached.
 * @throws LookUpError
 */
async function findAgent(typed: string): Promise<ShownAgent> {
  const code = agentCodeSchema.safeParse(typed);
  if (!code.success) throw lookUpError(messages.agentCode, { isTyped: true });
  try {
    return await getJson(`/api/ai-agents/by-code/${encodeText(code.data)}`, shownAgentSchema);
  } catch (cause) {
    if (cause instanceof ApiError && cause.status === 404)
      throw lookUpError(lookUpMessages.notFound, { isTyped: true, cause });
    const isAway = cause instanceof ApiUnreachableError || cause instanceof ApiTimeoutError;
    throw lookUpError(isAway ? lookUpMessages.noConnection : lookUpMessages.failed, { isTyped: false, cause });
  }
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
