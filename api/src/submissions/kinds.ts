import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import { inquiryKind } from 'kit/contracts/inquiry';
import { leadKind } from 'kit/contracts/lead-payload';
import { supportKind } from 'kit/contracts/support';

/** Every kind of form that is kept, by the name that its rows and its webhook events have. */
export const submissionKinds = {
  lead: leadKind,
  intake: intakeKind,
  support: supportKind,
  feedback: feedbackKind,
  inquiry: inquiryKind,
} as const;

export type SubmissionKind = keyof typeof submissionKinds;
