import { ErrorBox, type FieldMessage, focusInSight, listMessages, useFormContext, useFormState } from 'kit/forms';
import { chakra, List } from 'kit/ui';
import { type MouseEvent, useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { errorWords } from '../../content/copy.ts';
import { fieldLabels, fleetWords, vehicleLabels } from '../../content/labels.ts';
import { stepCount, stepOf } from '../../content/steps.ts';
import { type StepState, useStep } from './use-step.ts';

const Box = chakra(ErrorBox, {
  base: { '& ul': { display: 'block', columns: { md: '2' } }, '& ul + p': { marginTop: '2' } },
});

/** Shown after a rejected submit: the number of invalid fields, and a link to each field on another step. */
export function ErrorSummary() {
  const { setFocus } = useFormContext();
  const { errors: wrong, submitCount } = useFormState();
  const { step, toStep } = useStep();
  const errors = submitCount > 0 ? placeErrors(wrong) : [];
  const here = errors.filter((error) => error.step === step);
  const elsewhere = errors.filter((error) => error.step !== step);
  const box = useFocusWhenRefused(elsewhere.length > 0);
  const id = useId();
  if (errors.length === 0) return null;

  function handleHere(event: MouseEvent) {
    event.preventDefault();
    const [first] = here;
    if (first) setFocus(first.name);
  }

  return (
    <Box ref={box} role="group" tabIndex={-1} data-form-summary="" aria-labelledby={id}>
      <p id={id} data-part="title">
        {errorWords.title(errors.length)}
      </p>
      <List>
        {here.length > 0 && (
          <li>
            <Link to={toStep(step)} onClick={handleHere}>
              {errorWords.here(here.length)}
            </Link>
          </li>
        )}
        {elsewhere.map((error) => (
          <li key={error.name}>
            <ErrorLink error={error} />
          </li>
        ))}
      </List>
      {step < stepCount && <p>{errorWords.backToEnd}</p>}
    </Box>
  );
}

function ErrorLink({ error: { step, text, name } }: { error: PlacedError }) {
  const { toStep } = useStep();
  const state: StepState = { focus: name };
  return (
    <Link to={toStep(step)} state={state} preventScrollReset>
      {text}
    </Link>
  );
}

/** Focuses the summary if there are errors on other steps; otherwise the form focuses the first invalid field. */
function useFocusWhenRefused(outOfSight: boolean) {
  const { submitCount, isSubmitting } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(submitCount);
  useEffect(() => {
    if (isSubmitting || seen.current === submitCount) return;
    seen.current = submitCount;
    // Runs after the form's own effect, which only considers this step.
    if (outOfSight) queueMicrotask(() => box.current && focusInSight(box.current));
  }, [submitCount, isSubmitting, outOfSight]);
  return box;
}

interface PlacedError extends FieldMessage {
  step: number;
  /** The field's name: `Step 3, Vehicle 2: Year`. Its error is shown beside the field. */
  text: string;
}

/** The invalid fields with their steps, in the order of the steps. */
export function placeErrors(errors: Parameters<typeof listMessages>[0]): PlacedError[] {
  return listMessages(errors)
    .map((error) => placeError(error, stepOf(error.name.split('.')[0] ?? '')))
    .sort((a, b) => a.step - b.step);
}

function placeError(error: FieldMessage, step: number): PlacedError {
  const { name } = error;
  const [field = '', index, part = ''] = name.split('.');
  const number = Number(index) + 1;
  if (field === 'vehicles' && index !== undefined) {
    const label = isKeyOf(vehicleLabels, part) ? vehicleLabels[part] : part;
    return { ...error, step, text: errorWords.elsewhere(step, label, fleetWords.title(number)) };
  }
  const label = isKeyOf(fieldLabels, field) ? fieldLabels[field] : field;
  const text = index === undefined ? label : `${label} ${number}`;
  return { ...error, step, text: errorWords.elsewhere(step, text) };
}

function isKeyOf<Labels extends object>(labels: Labels, name: PropertyKey): name is keyof Labels {
  return Object.hasOwn(labels, name);
}
