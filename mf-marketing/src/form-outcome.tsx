import { NotTakenError } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { telephoneHref } from 'kit/contracts/telephone';
import { useSite } from 'kit/site';
import { showToast } from 'kit/toast/store';
import { ButtonLink, Card, Heading, HStack, Text, TextLink } from 'kit/ui';
import { useState } from 'react';
import { formMessages, outcomeWords } from './content/form-messages.ts';

type Outcome = { kind: 'sent'; reference: string | undefined } | { kind: 'failed' };

/** What a form does when it is sent, and what became of it, which stays beside the button until the next try. */
export function useOutcome<Values>(
  deliver: (values: Values, context: FormContext) => Promise<{ reference?: string | undefined } | undefined>,
) {
  const [outcome, setOutcome] = useState<Outcome>();
  return {
    outcome,
    async onSubmit(values: Values, context: FormContext) {
      setOutcome(undefined);
      const receipt = await deliver(values, context);
      setOutcome({ kind: 'sent', reference: receipt?.reference });
    },
    /** The toast of docs/specification.md#8. What was typed stays. */
    onFailure(failure: unknown) {
      const { message } = failure instanceof NotTakenError ? failure : new NotTakenError(failure);
      showToast({ tone: 'error', title: formMessages.failureTitle, description: message });
      setOutcome({ kind: 'failed' });
    },
  };
}

/** Below the button of a form: that it has arrived, as which reference, and what comes next; or that it has not. */
export function FormOutcome({ outcome }: { outcome: Outcome | undefined }) {
  const { phone, schedulingUrl } = useSite();
  const { sent, failed } = outcomeWords;
  const call = <TextLink href={telephoneHref(phone)}>{phone}</TextLink>;
  // There from the start, so that what appears in it is read out.
  return (
    <div role="status">
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
    </div>
  );
}
