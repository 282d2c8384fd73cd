import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import { inquiryKind } from 'kit/contracts/inquiry';
import { leadKind } from 'kit/contracts/lead-payload';
import { supportKind } from 'kit/contracts/support';

/** All kinds of stored forms, by their names in rows and webhook events. */
export const submissionKinds = {
  lead: leadKind,
  intake: intakeKind,
  support: supportKind,
  feedback: feedbackKind,
  inquiry: inquiryKind,
} as const;

export type SubmissionKind = keyof typeof submissionKinds;

export const kindNames = Object.keys(submissionKinds) as SubmissionKind[]; // The keys of the object are its type.
