import { SubmitButton } from 'kit/forms';
import { Button, Heading, Text } from 'kit/ui';
import { type RefObject, useEffect, useRef } from 'react';
import { intakeSteps, stepCount } from '../../content/steps.ts';
import { ProgressTrack } from '../../sections/progress-track.tsx';
import { StepFields } from './step-fields.tsx';
import { useStep } from './use-step.ts';
import { StepColumns } from './wizard-frame.ts';

interface WizardBodyProps {
  /** The wizard's top edge: where a new step starts to be read. */
  top: RefObject<HTMLElement | null>;
}

/** Everything inside the form: progress, the current step's fields and the buttons. */
export function WizardBody({ top }: WizardBodyProps) {
  const { step, goTo, toStep } = useStep();
  const heading = useStepFocus(top);
  const steps = intakeSteps.map((_, index) => ({ number: index + 1, to: toStep(index + 1), wrong: 0 }));
  const { title, lead } = intakeSteps[step - 1] ?? intakeSteps[0];
  return (
    <>
      <ProgressTrack current={step} steps={steps} />
      <StepColumns>
        <div data-part="about">
          <Heading ref={heading} tabIndex={-1}>
            {title}
          </Heading>
          <Text>{lead}</Text>
        </div>
        <div data-part="fields">
          <StepFields step={step} />
          <div data-part="moves">
            <Button variant="outline" disabled={step === 1} onClick={() => goTo(step - 1)}>
              Previous
            </Button>
            {step < stepCount ? (
              <Button type="submit">Next Step</Button>
            ) : (
              <SubmitButton pendingLabel="Submitting...">Submit Intake Form</SubmitButton>
            )}
          </div>
        </div>
      </StepColumns>
    </>
  );
}

/** When another step was asked for, its heading has the focus, or the field that the visitor came for. */
function useStepFocus(top: RefObject<HTMLElement | null>) {
  const { visit } = useStep();
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(visit);
  useEffect(() => {
    if (seen.current === visit) return;
    seen.current = visit;
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [visit, top]);
  return heading;
}
