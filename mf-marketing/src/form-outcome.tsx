import { NotTakenError } from 'kit/api-client';
import type { FormContext } from 'kit/contracts/form-context';
import { telephoneHref } from 'kit/contracts/telephone';
import { DraftAutosave, removeDraft } from 'kit/form-draft';
import { ConsentLine, Form, FormErrorSummary, SubmitButton } from 'kit/forms';
import { useSite } from 'kit/site';
import { showToast } from 'kit/toast/store';
import { ButtonLink, chakra, Text, TextLink } from 'kit/ui';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { outcomeWords } from './content/form-messages.ts';

type Outcome = { kind: 'sent'; reference: string | undefined } | { kind: 'failed' };

interface OutcomeFormProps<Values extends Record<string, unknown>>
  extends Pick<ComponentProps<typeof Form<Values, Values>>, 'schema' | 'label' | 'afterSuccess' | 'children'> {
  /** The name of the draft that keeps the input through a reload or a return to the page in the same tab. */
  keptAs: string;
  submitLabel: string;
  /** Sends the form. Resolves to the receipt of the API, if there is one; an older kit resolves to nothing. */
  deliver: (values: Values, context: FormContext) => Promise<{ reference?: string } | undefined>;
  /** The toast after a success. */
  thanksFor?: (values: Values) => { title: string; description: string };
  /** False for a form that leads to another page. */
  showsOutcome?: boolean;
}

/**
 * A form with its button. After a success it gives way to a confirmation; after a failure it keeps its input, and the failure
 * stays beside the button until the next submit.
 */
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
  const isSent = showsOutcome && outcome?.kind === 'sent';

  async function handleSubmit(values: Values, context: FormContext) {
    setOutcome(undefined);
    const receipt = await deliver(values, context);
    // The visitor may have left the page meanwhile, and the form would come back filled in.
    removeDraft(keptAs);
    if (thanksFor) showToast({ tone: 'success', ...thanksFor(values) });
    setOutcome({ kind: 'sent', reference: receipt?.reference });
  }

  /** The toast of docs/specification.md#8. The form keeps its input. */
  function handleFailure(failure: unknown) {
    const { message } = failure instanceof NotTakenError ? failure : new NotTakenError(failure);
    showToast({ tone: 'error', title: 'Error', description: message });
    setOutcome({ kind: 'failed' });
  }

  return (
    <>
      {isSent && <Confirmation reference={outcome.reference} />}
      {/* Hidden and not removed: it empties itself after a success (docs/specification.md#4). */}
      <Form {...form} label={label} hidden={isSent} onSubmit={handleSubmit} onFailure={handleFailure}>
        <DraftAutosave name={keptAs} />
        <FormErrorSummary />
        {children}
        <SubmitButton pendingLabel="Submitting..." wide>
          {submitLabel}
        </SubmitButton>
        {showsOutcome && <Failure isShown={outcome?.kind === 'failed'} />}
        <ConsentLine />
      </Form>
    </>
  );
}

/** The meaning of the mark after a label. Screen readers announce the fields themselves as required. */
export function RequiredNote() {
  return (
    <Text size="sm" tone="muted">
      * Required
    </Text>
  );
}

// Without text it takes no room between the button and the consent line.
const Region = chakra('div', { base: { '&:empty': { position: 'absolute' } } });

/** The region is always rendered, because screen readers only announce changes of an existing region. */
function Failure({ isShown }: { isShown: boolean }) {
  return (
    <Region role="status">
      {isShown && (
        <Text color="danger" fontWeight="600">
          {outcomeWords.failed} <PhoneLink />
        </Text>
      )}
    </Region>
  );
}

const Sent = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '4',
    '& > h3': { textStyle: 'h3', outline: 'none' },
    '& > [data-part=actions]': { width: '100%', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4' },
    '& > [data-part=actions] > a:first-child': { width: { base: '100%', sm: 'auto' } },
  },
});

/** In place of a form that was sent: the reference, what happens next, and the calendar as the next step. */
function Confirmation({ reference }: { reference: string | undefined }) {
  const { schedulingUrl } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is hidden with the form. At the top of the window the toast would cover the confirmation.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.parentElement?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Sent>
      <h3 ref={heading} tabIndex={-1}>
        We have it
      </h3>
      {reference && (
        <Text>
          Your reference: <b>{reference}</b>
        </Text>
      )}
      <Text>{outcomeWords.sent}</Text>
      <div data-part="actions">
        <ButtonLink href={schedulingUrl} newTab>
          Schedule Now
        </ButtonLink>
        <PhoneLink />
      </div>
    </Sent>
  );
}

function PhoneLink() {
  const { phone } = useSite();
  return (
    <TextLink href={telephoneHref(phone)} whiteSpace="nowrap">
      {phone}
    </TextLink>
  );
}
