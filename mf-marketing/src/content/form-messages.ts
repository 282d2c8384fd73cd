/** What forms say when they were sent, or were not (docs/specification.md#8). */
export const formMessages = {
  success: { title: 'Success!', description: 'Thank you for your interest! We will contact you shortly.' },
  failureTitle: 'Error',
  consultationTitle: 'Consultation Request Submitted',
} as const;

/** The sentence of the consultation toast (docs/specification.md#8). */
export function consultationThanks(industryName: string): string {
  return `A representative will contact you about your ${industryName} lead needs.`;
}
