import type { ComponentType } from 'react';
import { AgreementStep } from './steps/agreement-step.tsx';
import { DesignStep } from './steps/design-step.tsx';
import { FeaturesStep } from './steps/features-step.tsx';
import { FleetStep } from './steps/fleet-step.tsx';
import { OwnerStep } from './steps/owner-step.tsx';
import { PagesStep } from './steps/pages-step.tsx';
import { PoliciesStep } from './steps/policies-step.tsx';
import { SocialStep } from './steps/social-step.tsx';
import { TimelineStep } from './steps/timeline-step.tsx';

/** In the order of `intakeSteps`. */
const fieldsOf: readonly ComponentType[] = [
  OwnerStep,
  SocialStep,
  FleetStep,
  PagesStep,
  DesignStep,
  AgreementStep,
  PoliciesStep,
  FeaturesStep,
  TimelineStep,
];

/** The fields of one step. The form keeps the values of the other steps, which are not rendered. */
export function StepFields({ step }: { step: number }) {
  const Fields = fieldsOf[step - 1];
  return Fields ? <Fields /> : null;
}
