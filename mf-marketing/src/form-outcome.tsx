import { NotTakenError } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { telephoneHref } from 'kit/contracts/telephone';
import { ConsentLine, Form, FormErrorSummary, SubmitButton } from 'kit/forms';
import { useSite } from 'kit/site';
import { showToast } from 'kit/toast/store';
import { ButtonLink, Card, chakra, Heading, HStack, Text, TextLink } from 'kit/ui';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { formMessages, outcomeWords } from './content/form-messages.ts';
import { KeepTyped } from './keep-typed.tsx';

type Outcome = { kind: 'sent'; reference: string | undefined } | { kind: 'failed' };

interface OutcomeFormProps<Values extends Record<string, unknown>>
  extends Pick<ComponentProps<typeof Form<Values, Values>>, 'schema' | 'label' | 'afterSuccess' | 'children'> {
  /** The name under which {@link KeepTyped} keeps the input. Without it nothing is kept. */
  keptAs?: string | undefined;
  submitLabel: string;
  /** Sends the form. Resolves to the receipt of the API, if there is one. */
  deliver: (values: Values, context: FormContext) => Promise<{ reference?: string }> | Promise<void>;
  /** The toast after a success. */
  thanksFor?: (values: Values) => { title: string; description: string };
  /** False for a form that leads to another page. */
  showsOutcome?: boolean;
}

/** A form with its button, and its outcome, which stays beside the button until the next submit. */
export function OutcomeForm<Values extends Record<string, unknown>>(props: OutcomeFormProps<Values>) {
  const {
    keptAs,
    submitLabel,
    label = submitLabel,
    deliver,
    thanksFor,
    showsOutcome = true,
    children,
    ...form
  } = props;
  const [outcome, setOutcome] = useState<Outcome>();

  async function handleSubmit(values: Values, context: FormContext) {
    setOutcome(undefined);
    const receipt = await deliver(values, context);
    if (thanksFor) showToast({ tone: 'success', ...thanksFor(values) });
    setOutcome({ kind: 'sent', reference: receipt?.reference });
  }

  /** The toast of docs/specification.md#8. The form keeps its input. */
  function handleFailure(failure: unknown) {
    const { message } = failure instanceof NotTakenError ? failure : new NotTakenError(failure);
    showToast({ tone: 'error', title: formMessages.failureTitle, description: message });
    setOutcome({ kind: 'failed' });
  }

  return (
    <Form {...form} label={label} onSubmit={handleSubmit} onFailure={handleFailure}>
      {keptAs && <KeepTyped form={keptAs} />}
      <FormErrorSummary />
      {children}
      <SubmitButton pendingLabel="Submitting..." wide>
        {submitLabel}
      </SubmitButton>
      {showsOutcome && <FormOutcome outcome={outcome} />}
      <ConsentLine />
    </Form>
  );
}

// Without text it takes no room between the button and the consent line.
const Region = chakra('div', { base: { '&:empty': { position: 'absolute' } } });

/** Shown below a form's button: the reference and the next steps, or that the form was not sent. */
function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const { phone, schedulingUrl } = useSite();
  const { sent, failed } = outcomeWords;
  const region = useRef<HTMLDivElement>(null);
  // On a phone, or below a long form, the outcome would be outside the window.
  useEffect(() => {
    if (outcome) region.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const call = (
    <TextLink href={telephoneHref(phone)} whiteSpace="nowrap">
      {phone}
    </TextLink>
  );
  // The region is always rendered, because screen readers only announce changes of an existing region.
  return (
    <Region ref={region} role="status">
      {outcome?.kind === 'sent' && (
        <Card look="marked">
          <Heading as="h3" size="h4">
            {sent.title}
          </Heading>
          {outcome.reference && (
            <Text>
              {sent.reference} <b>{outcome.reference}</b>
            </Text>
          )}
          <Text>{sent.next}</Text>
          <HStack gap="4" flexWrap="wrap">
            <ButtonLink href={schedulingUrl} newTab size="sm">
              {sent.schedule}
            </ButtonLink>
            {call}
          </HStack>
        </Card>
      )}
      {outcome?.kind === 'failed' && (
        <Text color="danger" fontWeight="600">
          {failed} {call}
        </Text>
      )}
    </Region>
  );
}
