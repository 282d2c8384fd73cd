/** The errors of the code look-up (docs/specification.md#8). The message for an empty code is in the contract. */
export const lookUpMessages = {
  notFound: 'Agent code not found. Please check your code and try again.',
  failed: 'Unable to find your agent. Please try again.',
  noConnection: 'Connection error. Please try again.',
} as const;

export const codeFormContent = {
  title: 'My AI agent',
  lead: 'Enter your agent code to talk to your agent, share its public link and contact support.',
  help: 'Your code is in the email we sent you when your agent went live.',
  inside: {
    title: 'What your code opens',
    lead: 'Call your agent and hear what your customers hear, copy the link you give them, and ask us for changes. The business and the code in the picture are made up.',
    picture: 'The page behind the code: talk to the agent, copy its public link, reach support',
  },
} as const;

export const agentViewContent = {
  talk: {
    title: 'Talk to your agent',
    text: 'Call it from your browser and hear what your customers hear.',
    noVoice: 'This agent’s voice line is not set up yet. Contact support and we will connect it.',
  },
  link: {
    title: 'Public Agent Link',
    text: 'Share this page with your customers or put it on your website.',
    copyFailed: 'Your browser does not allow copying. The link is selected, so you can copy it yourself.',
  },
  support: {
    title: 'Support',
    text: 'Questions, changes or problems: we answer within 24 hours.',
  },
  upgrade: {
    title: 'Upgrade your agent',
    text: 'More conversations, more languages, your calendar or your CRM: tell us what it should learn next.',
    paymentSubject: (businessName: string) => `Payment for the AI agent of ${businessName}`,
  },
  facts: [
    { value: '24/7', label: 'Available' },
    { value: 'Under 2s', label: 'Response' },
    { value: 'Unlimited', label: 'Conversations' },
  ],
} as const;

/** The support dialog of the portal (docs/specification.md#2, #4, #8). */
export const supportContent = {
  title: 'Contact Support',
  intro: 'A person reads it and answers by email.',
  submit: 'Send Message',
  pending: 'Sending...',
  success: "Your message has been sent! We'll get back to you within 24 hours.",
  successTitle: 'Message sent',
  failure: (mailbox: string) =>
    `There was an error sending your message. Please try again or email us directly at ${mailbox}.`,
  failureTitle: 'Not sent',
} as const;
