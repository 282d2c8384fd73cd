import { createIdempotencyKeys, postJson } from 'kit/api-client';
import { type IntakeForm, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import { consentVersion } from 'kit/contracts/form-context';
import { Dialog } from 'kit/dialog';
import { Form } from 'kit/forms';
import { useLocation } from 'kit/router';
import { showToast } from 'kit/toast/store';
import { Button } from 'kit/ui';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { failure, thankYou } from '../../content/copy.ts';
import { stepCount } from '../../content/steps.ts';
import { removeDraft } from './draft/draft-storage.ts';
import { type Uploads, UploadsContext } from './uploads/uploads.ts';
import { useStep } from './use-step.ts';
import { WizardBody } from './wizard-body.tsx';
import { WizardFrame } from './wizard-frame.ts';
import { blankValues, wizardSchema } from './wizard-values.ts';

/** The intake wizard (specification, sections 2 to 5 and 8). */
export function IntakeWizard() {
  const { step, goTo } = useStep();
  const top = useRef<HTMLDivElement>(null);
  const send = useSending();
  const [thanked, setThanked] = useState(false);
  const [uploads, setUploads] = useState<Uploads>({});
  const store = useMemo(() => ({ uploads, setUploads }), [uploads]);

  async function handleSubmit(form: IntakeForm) {
    await send(form);
    removeDraft();
    setThanked(true);
  }

  /** Only the last step sends and checks. Before it, Enter and the button "Next Step" go on. */
  function handleSubmitCapture(event: FormEvent) {
    if (step === stepCount) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(step + 1);
  }

  return (
    <WizardFrame ref={top} onSubmitCapture={handleSubmitCapture}>
      <Form
        schema={wizardSchema}
        defaultValues={blankValues}
        onSubmit={handleSubmit}
        onFailure={handleFailure}
        afterSuccess="keep"
        label="Intake form"
      >
        <UploadsContext value={store}>
          <WizardBody top={top} />
        </UploadsContext>
      </Form>
      <Dialog
        size="sm"
        open={thanked}
        onClose={() => setThanked(false)}
        title={thankYou.title}
        description={thankYou.text}
        footer={<Button onClick={() => setThanked(false)}>{thankYou.close}</Button>}
      />
    </WizardFrame>
  );
}

function handleFailure(error: unknown) {
  console.error('[intake] the form was not sent.', error);
  showToast({ ...failure, tone: 'error' });
}

function useSending() {
  const { pathname } = useLocation();
  const keys = useRef(createIdempotencyKeys());
  // Not the time of day: clocks are set while somebody fills nine steps.
  const seenAt = useRef(0);
  useEffect(() => {
    seenAt.current = performance.now();
  }, []);

  return async (form: IntakeForm) => {
    const payload = toIntakePayload(form);
    const fillMs = Math.round(performance.now() - seenAt.current);
    await postJson('/api/exotic-car-intake', payload, {
      // Never told of a success: the form keeps its words, so the same words sent again are the same intake.
      idempotencyKey: keys.current.keyFor(payload),
      formContext: { page: pathname, consent: consentVersion, fillMs, trap: '' },
    });
  };
}
