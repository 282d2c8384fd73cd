import type { ComponentType } from 'react';
import { OwnerStep } from './steps/owner-step.tsx';

const Soon = () => null;
/** The fields of each step, in the order of `intakeSteps`. */
const fieldsOf: readonly ComponentType[] = [OwnerStep, Soon, Soon, Soon, Soon, Soon, Soon, Soon, Soon];

/** The fields of one step. Only they are on the page; the form keeps the values of the others. */
export function StepFields({ step }: { step: number }) {
  const Fields = fieldsOf[step - 1];
  return Fields ? <Fields /> : null;
}
