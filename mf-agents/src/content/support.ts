/** The support dialog of the portal (docs/specification.md#2, #4, #8). */
export const supportContent = {
  title: 'Contact Support',
  intro: 'A person reads it and answers by email.',
  fields: {
    clientName: 'Name',
    clientEmail: 'Email',
    subject: 'Subject',
    message: 'Message',
    requestType: 'Request Type',
  },
  submit: 'Send Message',
  pending: 'Sending...',
  success: "Your message has been sent! We'll get back to you within 24 hours.",
  successTitle: 'Message sent',
  failure: (mailbox: string) =>
    `There was an error sending your message. Please try again or email us directly at ${mailbox}.`,
  failureTitle: 'Not sent',
} as const;
