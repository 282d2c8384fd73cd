/** The toast after a submit (docs/specification.md#8). */
export const formThanks = {
  title: 'Success!',
  description: 'Thank you for your interest! We will contact you shortly.',
} as const;

export const outcomeWords = {
  sent: 'Next, a person reads it and calls or emails you. Would you rather choose the time yourself?',
  failed: 'Not sent. What you typed is still here: send it again, or call',
} as const;

/** The consultation toast (docs/specification.md#8). */
export function consultationThanks(industryName: string) {
  return {
    title: 'Consultation Request Submitted',
    description: `A representative will contact you about your ${industryName} lead needs.`,
  };
}
