import { createIdempotencyKeys, postJson } from 'kit/api-client';
import { type IntakeForm, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import type { FormContext } from 'kit/contracts/form-context';
import { Dialog } from 'kit/dialog';
import { useDialogEntry } from 'kit/dialog-entry';
import { earlySubmitMark } from 'kit/early-submit';
import { Form } from 'kit/forms';
import { dismissToast, showToast } from 'kit/toast/store';
import { Button, chakra, Hero, Picture, Section } from 'kit/ui';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { failure, fleetPicture, intakePage, thankYou } from '../content/copy.ts';
import { stepCount } from '../content/steps.ts';
import { loadDraft, removeDraft } from '../features/intake/draft/draft.tsx';
import { type Uploads, UploadsContext } from '../features/intake/uploads/uploads.ts';
import { useStep } from '../features/intake/use-step.ts';
import { WizardBody } from '../features/intake/wizard-body.tsx';
import { blankValues, wizardSchema } from '../features/intake/wizard-values.ts';

/** The picture is limited to the height of a phone in landscape, and is not printed. */
const Art = chakra('div', {
  base: {
    // Small, so that the first fields are on the first screen of a notebook.
    '& img': { borderRadius: 'md', width: '100%', maxWidth: { md: '28rem' }, marginLeft: { lg: 'auto' } },
    '@media (max-height: 30rem)': { '& img': { maxHeight: '70vh', width: 'auto' } },
    '@media print': { display: 'none' },
  },
});

/** `/exotics-intake` and `/services/exotic-car-intake`. */
export function IntakePage() {
  const { title, kicker, lead } = intakePage;
  return (
    <>
      <Hero
        tone="fog"
        title={title}
        kicker={kicker}
        lead={lead}
        art={
          <Art>
            <Picture {...fleetPicture} priority />
          </Art>
        }
      />
      <Section space="sm">
        <IntakeWizard />
      </Section>
    </>
  );
}

/** The kit's form is as wide as a text column; the wizard needs two columns. */
const WizardFrame = chakra('div', {
  base: {
    scrollMarginTop: 'calc(var(--header-height) + 1rem)',
    '& > form': { maxWidth: 'none', gap: { base: '8', lg: '12' } },
    // Forms are not printed by default, but a printed step should show what is filled in.
    '@media print': { '& > form': { display: 'flex !important' } },
  },
});

/** The intake wizard (docs/specification.md#2, #3, #4, #5, #8). */
function IntakeWizard() {
  const { step } = useStep();
  const move = useMove();
  const top = useRef<HTMLDivElement>(null);
  const [keys] = useState(() => createIdempotencyKeys(() => localStorage));
  const thanks = useDialogEntry('thanks', () => true);
  const thanked = thanks.value === true;
  const [wasSent, setSent] = useState(false);
  const errorToast = useRef(0);
  const [uploads, setUploads] = useState<Uploads>({});
  const store = useMemo(() => ({ uploads, setUploads }), [uploads]);
  useWholeTextsOnPaper(top);
  useFocusAfter(thanked, top);
  const keepPress = useSecondPress(top, step, move);

  async function handleSubmit(form: IntakeForm, formContext: FormContext) {
    dismissToast(errorToast.current);
    const payload = toIntakePayload(form);
    // The key is not reset after a success: the form keeps its values, also in another tab with the same draft, so a second
    // submit of the same values is the same intake.
    await postJson('/api/exotic-car-intake', payload, { idempotencyKey: keys.keyFor(payload), formContext });
    // What was typed during the request or in another tab has not been sent, so its draft stays.
    const draft = loadDraft(Date.now());
    const kept = draft && wizardSchema.safeParse(draft).data;
    if (kept && JSON.stringify(toIntakePayload(kept)) === JSON.stringify(payload)) removeDraft();
    if (top.current) {
      setSent(true);
      thanks.open(true);
    } else {
      // The visitor has left the page, so it cannot show the dialog.
      showToast({ title: thankYou.title, description: thankYou.text, tone: 'success' });
    }
  }

  function handleFailure(error: unknown) {
    console.error('[intake] the form was not sent.', error);
    errorToast.current = showToast({ ...failure, tone: 'error' });
  }

  /** Only the last step validates and submits. On other steps, Enter and "Next Step" go to the next one. */
  function handleSubmitCapture(event: FormEvent) {
    if (step === stepCount) {
      // The note is about the submit before this one.
      setSent(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const form = event.target as HTMLFormElement;
    const button = form.querySelector('[type=submit]');
    if (button) keepPress(button, event.timeStamp);
    // Presses before hydration arrive as one submit with their number.
    move(Number(form.getAttribute(earlySubmitMark)) || 1);
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
          <WizardBody top={top} move={move} wasSent={wasSent && !thanked} />
        </UploadsContext>
      </Form>
      <Dialog
        size="sm"
        open={thanked}
        onClose={thanks.close}
        title={thankYou.title}
        description={thankYou.text}
        footer={<Button onClick={thanks.close}>Close</Button>}
      />
    </WizardFrame>
  );
}

/** Moves by a number of steps, counted from the last requested step, because that one may not be rendered yet. */
function useMove(): (by: number) => void {
  const { step, visit, goTo } = useStep();
  const requested = useRef<number[]>([]);
  const seen = useRef(visit);
  useEffect(() => {
    // The first effect runs after that of the form, which has replayed the presses before hydration.
    if (seen.current === visit) return;
    seen.current = visit;
    const shown = requested.current.indexOf(step);
    requested.current = shown < 0 ? [] : requested.current.slice(shown + 1);
  }, [step, visit]);
  return (by) => {
    const from = requested.current.at(-1) ?? step;
    const to = Math.min(Math.max(from + by, 1), stepCount);
    if (to === from) return;
    requested.current.push(to);
    goTo(to);
  };
}

/** In milliseconds. A press within this time after the previous press, or after its step appeared, is meant for the same button. */
const repeatWindow = 500;

interface Press {
  /** The `timeStamp` of the event, or the time at which its step appeared, which is later on a slow device. */
  time: number;
  place: DOMRect;
  /** The pointer's position; null for a key. */
  point: Pick<MouseEvent, 'clientX' | 'clientY'> | null;
  step: number;
}

/**
 * A new step scrolls to its top, so "Next Step" moves away from the pointer and loses the focus. A fast second press at the old
 * position, or a second Enter, still counts. It does not count on the last step, where another button submits the form.
 *
 * @returns a function that records a press of the button before it takes effect
 */
function useSecondPress(wizard: RefObject<HTMLElement | null>, step: number, move: (by: number) => void) {
  const last = useRef<Press>(null);
  // The submit that follows a press has no position of its own.
  const keepPress = (button: Element, time: number, point = last.current?.point ?? null) => {
    last.current = { time, place: button.getBoundingClientRect(), point, step };
  };
  const isCounted = useRef(false);
  const hear = useEffectEvent((event: MouseEvent | KeyboardEvent) => {
    const { timeStamp: time, target } = event;
    const isKey = event instanceof KeyboardEvent;
    if (!(target instanceof Element) || (isKey && (event.key !== 'Enter' || event.repeat))) return;
    if (event.type === 'mousedown') isCounted.current = false;
    const isDone = event.type === 'click' && isCounted.current;
    const button = wizard.current?.contains(target) ? target.closest('[type=submit]') : null;
    const before = last.current && time - last.current.time < repeatWindow ? last.current : null;
    // The step has moved the focus to its heading, which receives the Enter.
    const isThere = before && (isKey ? target.matches('[tabindex="-1"]') : isWithin(event, before.place));
    // The pressed element may be removed with its step before the mouse button is released. Then no click follows.
    if (event.type === 'mousedown') {
      if (button || !isThere || before.step === step) return;
      isCounted.current = true;
    } else if (isDone) {
      isCounted.current = false;
    } else if (button) {
      // Only a double click in the same place is ignored, so that a visitor who fills in the last step fast can still submit it.
      const isDouble = !isKey && isThere && (event.detail > 1 || isSamePoint(event, before.point));
      if (!(isDouble && step === stepCount && before.step !== step)) {
        keepPress(button, time, isKey ? null : event);
        // The click of an Enter would be lost if the next step took the focus before it.
        if (isKey && step < stepCount) {
          event.preventDefault();
          move(1);
        }
        return;
      }
    } else if (!isThere || before.step === step) return;
    event.preventDefault();
    event.stopPropagation();
    if (before) before.time = time;
    if (!button && !isDone && step < stepCount) move(1);
  });
  const forget = useEffectEvent(() => {
    last.current = null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the step changes
  useEffect(() => {
    if (last.current) last.current.time = new Event('step').timeStamp;
  }, [step]);
  useEffect(() => {
    document.addEventListener('mousedown', hear, true);
    document.addEventListener('click', hear, true);
    document.addEventListener('keydown', hear, true);
    // Input between two presses means that the second press is not a repetition.
    document.addEventListener('input', forget, true);
    return () => {
      document.removeEventListener('input', forget, true);
      document.removeEventListener('mousedown', hear, true);
      document.removeEventListener('click', hear, true);
      document.removeEventListener('keydown', hear, true);
    };
  }, []);
  return keepPress;
}

/** In pixels: as far as the pointer may move in a double click. Firefox counts the clicks of each element for itself. */
const doubleClickDistance = 4;

function isSamePoint({ clientX, clientY }: MouseEvent, point: Press['point']): boolean {
  return point !== null && Math.hypot(clientX - point.clientX, clientY - point.clientY) <= doubleClickDistance;
}

/** False for clicks by keyboard or assistive technology, which have no coordinates. */
function isWithin({ clientX: x, clientY: y }: MouseEvent, { left, right, top, bottom }: DOMRect): boolean {
  return (x !== 0 || y !== 0) && x >= left && x <= right && y >= top && y <= bottom;
}

/** The submit button was disabled when the dialog opened, so the browser cannot restore its focus. */
function useFocusAfter(isOpen: boolean, wizard: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) wizard.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, wizard]);
}

/** Before printing, makes each text area as high as its text, because paper does not scroll. */
function useWholeTextsOnPaper(wizard: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const setHeights = (heightOf: (area: HTMLTextAreaElement) => string) => {
      for (const area of wizard.current?.querySelectorAll('textarea') ?? []) area.style.minHeight = heightOf(area);
    };
    const grow = () => setHeights(({ scrollHeight }) => `${scrollHeight + 2}px`);
    const shrink = () => setHeights(() => '');
    window.addEventListener('beforeprint', grow);
    window.addEventListener('afterprint', shrink);
    return () => {
      window.removeEventListener('beforeprint', grow);
      window.removeEventListener('afterprint', shrink);
    };
  }, [wizard]);
}
