import type { Agent } from 'kit/contracts/agent';
import { Form, SubmitButton, TextField, useFormContext } from 'kit/forms';
import * as z from 'kit/schema';
import { chakra, Text, TextLink } from 'kit/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { codeFormContent as content } from '../../content/portal.ts';
import { AgentLookUpError, findAgent } from './find-agent.ts';
import { upperCaseInput } from './upper-case-input.ts';

/** The code's own rule is checked by the look-up, so that each of its messages comes out at the same place. */
const typedCodeSchema = z.object({ agentCode: z.string() });

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

interface AgentCodeFormProps {
  onFound: (agent: Agent) => void;
}

/** The door of the portal: a code, and what it finds (docs/specification.md#2, #4, #5, #8). */
export function AgentCodeForm({ onFound }: AgentCodeFormProps) {
  const [failure, setFailure] = useState<{ message: string; attempt: number } | null>(null);

  async function handleSubmit({ agentCode }: z.infer<typeof typedCodeSchema>) {
    onFound(await findAgent(agentCode));
  }

  function handleFailure(error: unknown) {
    if (!(error instanceof AgentLookUpError)) throw error;
    setFailure((before) => ({ message: error.message, attempt: (before?.attempt ?? 0) + 1 }));
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
        <AgentCodeField
          description={
            failure ? (
              // A new element for each try: the same message is read out again.
              <Alert key={failure.attempt} role="alert">
                {failure.message}
              </Alert>
            ) : (
              content.help
            )
          }
        />
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

/** Upper-cases as it is typed. */
function AgentCodeField({ description }: { description: ReactNode }) {
  const { setValue } = useFormContext();

  function handleInput({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement)) return;
    upperCaseInput(target);
    setValue('agentCode', target.value);
  }

  return (
    <Code onInput={handleInput}>
      <TextField
        name="agentCode"
        label={content.label}
        placeholder={content.placeholder}
        autoComplete="off"
        required
        description={description}
      />
    </Code>
  );
}
