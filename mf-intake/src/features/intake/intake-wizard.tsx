import { createIdempotencyKeys, postJson } from 'kit/api-client';
import { type IntakeForm, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import type { FormContext } from 'kit/contracts/form-context';
import { Dialog } from 'kit/dialog';
import { Form } from 'kit/forms';
import { showToast } from 'kit/toast/store';
import { Button } from 'kit/ui';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { failure, thankYou } from '../../content/copy.ts';
import { stepCount } from '../../content/steps.ts';
import { removeDraft } from './draft/draft-storage.ts';
import { type Uploads, UploadsContext } from './uploads/uploads.ts';
import { useStep } from './use-step.ts';
import { useWholeTextsOnPaper } from './whole-texts-on-paper.ts';
import { WizardBody } from './wizard-body.tsx';
import { WizardFrame } from './wizard-frame.ts';
import { blankValues, wizardSchema } from './wizard-values.ts';

/** The intake wizard (docs/specification.md#2, #3, #4, #5, #8). */
export function IntakeWizard() {
  const { step } = useStep();
  const move = useMove();
  const top = useRef<HTMLDivElement>(null);
  const [keys] = useState(createIdempotencyKeys);
  const [thanked, setThanked] = useState(false);
  const [uploads, setUploads] = useState<Uploads>({});
  const store = useMemo(() => ({ uploads, setUploads }), [uploads]);
  useWholeTextsOnPaper(top);
  useFocusAfter(thanked, top);
  useSecondPress(top, step, move);

  async function handleSubmit(form: IntakeForm, formContext: FormContext) {
    const payload = toIntakePayload(form);
    // The key is not reset after a success: the form keeps its values, so a second submit of the same values is the same
    // intake.
    await postJson('/api/exotic-car-intake', payload, { idempotencyKey: keys.keyFor(payload), formContext });
    removeDraft();
    setThanked(true);
  }

  /** Only the last step validates and submits. On other steps, Enter and "Next Step" go to the next one. */
  function handleSubmitCapture(event: FormEvent) {
    if (step === stepCount) return;
    event.preventDefault();
    event.stopPropagation();
    move(1);
  }

  return (
    <WizardFrame ref={top} data-call-bar="none" onSubmitCapture={handleSubmitCapture}>
      <Form
        schema={wizardSchema}
        defaultValues={blankValues}
        onSubmit={handleSubmit}
        onFailure={handleFailure}
        afterSuccess="keep"
        errorsOfAbsentFields="listed by the page"
        label="Intake form"
      >
        <UploadsContext value={store}>
          <WizardBody top={top} move={move} />
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

/** Moves by a number of steps, counted from the last requested step, because that one may not be rendered yet. */
function useMove(): (by: number) => void {
  const { step, visit, goTo } = useStep();
  const asked = useRef<number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit ends what was asked for before it
  useEffect(() => {
    const shown = asked.current.indexOf(step);
    asked.current = shown < 0 ? [] : asked.current.slice(shown + 1);
  }, [step, visit]);
  return (by) => {
    const to = (asked.current.at(-1) ?? step) + by;
    if (to < 1 || to > stepCount) return;
    asked.current.push(to);
    goTo(to);
  };
}

/** In milliseconds; a press within this time after the last one is meant for the same button. */
const atOnce = 500;

/** In pixels; the distance that a hand moves between two presses. */
const sway = 6;

/**
 * A new step scrolls to its top, so the button "Next Step" moves away and loses the focus. A second press in the same
 * place, or Enter, still counts as "Next Step", except on the last step, where another button submits.
 */
function useSecondPress(wizard: RefObject<HTMLElement | null>, step: number, move: (by: number) => void): void {
  const last = useRef({ time: Number.NEGATIVE_INFINITY, x: 0, y: 0, step });
  const hear = useEffectEvent((event: MouseEvent | KeyboardEvent) => {
    const { timeStamp: time, target } = event;
    const isKey = event instanceof KeyboardEvent;
    if (!(target instanceof Element) || (isKey && (event.key !== 'Enter' || event.repeat))) return;
    const isOwn = wizard.current?.contains(target) && target.closest('[type=submit]') !== null;
    const [x, y] = isKey ? [0, 0] : [event.clientX, event.clientY];
    const isSoon = time - last.current.time < atOnce;
    // Presses by keyboard and assistive technology have no position; Enter fires on the element that the step has focused.
    const hasPlace = !isKey && (x !== 0 || y !== 0);
    const isThere = isKey
      ? target.matches('[tabindex="-1"]')
      : hasPlace && Math.hypot(x - last.current.x, y - last.current.y) < sway;
    if (isOwn) {
      const isDouble = isThere || (!isKey && event.detail > 1);
      if (!(isSoon && isDouble && step === stepCount && last.current.step !== step)) {
        last.current = { time, x, y, step };
        return;
      }
    } else if (!isSoon || !isThere) return;
    event.preventDefault();
    event.stopPropagation();
    last.current.time = time;
    if (!isOwn && step < stepCount) move(1);
  });
  useEffect(() => {
    document.addEventListener('click', hear, true);
    document.addEventListener('keydown', hear, true);
    return () => {
      document.removeEventListener('click', hear, true);
      document.removeEventListener('keydown', hear, true);
    };
  }, []);
}

/** The submit button was disabled when the dialog opened, so the browser cannot restore its focus. */
function useFocusAfter(isOpen: boolean, wizard: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) wizard.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, wizard]);
}

function handleFailure(error: unknown) {
  console.error('[intake] the form was not sent.', error);
  showToast({ ...failure, tone: 'error' });
}
