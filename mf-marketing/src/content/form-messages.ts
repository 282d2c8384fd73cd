/** The messages after a submit (docs/specification.md#8). */
export const formMessages = {
  success: { title: 'Success!', description: 'Thank you for your interest! We will contact you shortly.' },
  failureTitle: 'Error',
} as const;

export const requiredNote = '* Required';

export const outcomeWords = {
  sent: {
    title: 'We have it',
    reference: 'Your reference:',
    next: 'Next, a person reads it and calls or emails you. Would you rather choose the time yourself?',
    schedule: 'Schedule Now',
  },
  failed: 'Not sent. What you typed is still here: send it again, or call',
} as const;

/** The consultation toast (docs/specification.md#8). */
export function consultationThanks(industryName: string) {
  return {
    title: 'Consultation Request Submitted',
    description: `A representative will contact you about your ${industryName} lead needs.`,
  };
}
