import { ProgressBar } from 'kit/blocks';
import { ConsentLine, SubmitButton, useFormContext, useFormState, useWatch } from 'kit/forms';
import { CircleCheck } from 'kit/icons';
import { Button, Columns, chakra, Heading, Icon, Text } from 'kit/ui';
import { Fragment, type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { stepWords, thankYou } from '../../content/copy.ts';
import { intakeSteps, stepCount } from '../../content/steps.ts';
import { StepLinks } from '../../sections/step-links.tsx';
import { DraftAutosave, DraftNotice } from './draft/draft.tsx';
import { ErrorSummary, placeErrors } from './error-summary.tsx';
import { StepFields } from './step-fields.tsx';
import { useStep } from './use-step.ts';
import {
  answeredSteps,
  isRequiredStep,
  stepsToCorrect,
  type WizardValues,
  wizardValuesSchema,
} from './wizard-values.ts';

/** The step's description on the left and its fields on the right; in one column on a phone. */
const StepColumns = chakra(Columns, {
  base: {
    '& [data-part=about]': { display: 'flex', flexDirection: 'column', gap: '4' },
    '& [data-part=about] p': { color: 'muted' },
    '& [data-part=fields]': { display: 'flex', flexDirection: 'column', gap: '6', minWidth: '0' },
    '& [data-part=moves]': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '4',
      paddingTop: '6',
      borderTop: '1px solid',
      borderColor: 'line',
    },
    // On paper no button works, and a placeholder would look like input.
    '@media print': { '& [data-part=moves]': { display: 'none' }, '& ::placeholder': { color: 'transparent' } },
  },
});

interface WizardBodyProps {
  /** The wizard's top edge, to which a new step scrolls. */
  top: RefObject<HTMLElement | null>;
  move: (by: number) => void;
  /** The form was sent, and the dialog that says so is closed. */
  wasSent: boolean;
}

export function WizardBody({ top, move, wasSent }: WizardBodyProps) {
  const { step } = useStep();
  const heading = useStepFocus(top);
  const { title, lead } = intakeSteps[step - 1] ?? intakeSteps[0];
  return (
    <>
      <Progress />
      <ErrorSummary />
      <StepColumns>
        <div data-part="about">
          <Heading ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          <Text>{lead}</Text>
          <Text size="sm">{isRequiredStep(step) ? stepWords.required : stepWords.optional}</Text>
        </div>
        <div data-part="fields">
          <StepFields step={step} />
          {step === stepCount && <StepsLeft />}
          <StepButtons move={move} wasSent={wasSent} />
        </div>
      </StepColumns>
      <DraftAutosave />
    </>
  );
}

function Progress() {
  const { step, toStep } = useStep();
  const { errors, submitCount } = useFormState();
  const wrong = submitCount > 0 ? placeErrors(errors) : [];
  // As a text, so that this part only renders again when a step becomes complete or incomplete.
  const answered = useWatch({
    compute: (values: WizardValues) => answeredSteps(wizardValuesSchema.parse(values)).join(),
  }).split(',');
  const steps = intakeSteps.map(({ title }, index) => ({
    number: index + 1,
    title,
    to: toStep(index + 1),
    wrong: wrong.filter((error) => error.step === index + 1).length,
    isRequired: isRequiredStep(index + 1),
    isAnswered: answered.includes(String(index + 1)),
  }));
  return (
    <div>
      <ProgressBar value={step} max={stepCount} label={`Step ${step} of ${stepCount}`} />
      <StepLinks current={step} steps={steps} />
    </div>
  );
}

const LeftNote = chakra('p', { base: { fontWeight: '600', '& a': { color: 'link', textUnderlineOffset: '0.2em' } } });

/** On the last step, before the first try to send: links to the other steps whose required fields are not filled in. */
function StepsLeft() {
  const { toStep } = useStep();
  const { submitCount } = useFormState();
  const left = useWatch({
    compute: (values: WizardValues) => [...stepsToCorrect(wizardValuesSchema.parse(values))].join(),
  });
  const others = left
    .split(',')
    .map(Number)
    .filter((step) => step > 0 && step < stepCount);
  if (submitCount > 0 || others.length === 0) return null;
  return (
    <LeftNote>
      {stepWords.left}
      {others.map((step, index) => (
        <Fragment key={step}>
          {index === 0 ? ' ' : ' and '}
          <Link to={toStep(step)} preventScrollReset>
            {intakeSteps[step - 1]?.title}
          </Link>
        </Fragment>
      ))}
      .
    </LeftNote>
  );
}

const SentNote = chakra('p', {
  base: { display: 'flex', gap: '3', flexBasis: '100%', color: 'success', fontWeight: '600' },
});

function StepButtons({ move, wasSent }: Pick<WizardBodyProps, 'move' | 'wasSent'>) {
  const { step } = useStep();
  // Zero again after the draft is cleared: the blank form was not sent.
  const { submitCount } = useFormState();
  return (
    <div data-part="moves">
      <Button variant="outline" disabled={step === 1} onClick={() => move(-1)}>
        Previous
      </Button>
      {step < stepCount ? (
        <Button type="submit">Next Step</Button>
      ) : (
        <SubmitButton pendingLabel="Submitting...">Submit Intake Form</SubmitButton>
      )}
      <DraftNotice />
      {wasSent && submitCount > 0 && step === stepCount && (
        <SentNote>
          <Icon shape={CircleCheck} />
          {thankYou.sent}
        </SentNote>
      )}
      {step === stepCount && <ConsentLine />}
    </div>
  );
}

/** After a step change, focuses the step's heading, or the field that the visitor chose. */
function useStepFocus(top: RefObject<HTMLElement | null>) {
  const { visit, focus } = useStep();
  const { setFocus } = useFormContext();
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(visit);
  useEffect(() => {
    if (visit === null || seen.current === visit) return;
    seen.current = visit;
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    if (focus) setFocus(focus);
    else heading.current?.focus({ preventScroll: true });
  }, [visit, focus, setFocus, top]);
  return heading;
}
