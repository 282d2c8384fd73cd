/** The error catalogue of the code look-up (specification, section 8); the message for no code is a contract's. */
export const lookUpMessages = {
  notFound: 'Agent code not found. Please check your code and try again.',
  failed: 'Unable to find your agent. Please try again.',
  noConnection: 'Connection error. Please try again.',
} as const;

export const codeFormContent = {
  title: 'My AI agent',
  lead: 'Enter your agent code to talk to your agent, share its public link and reach our support.',
  label: 'Agent Code',
  placeholder: 'e.g. ACME-2041',
  submit: 'Access My Agent',
  pending: 'Searching...',
  help: 'Your code is in the mail that we sent you when your agent went live.',
  noCode: 'No agent yet?',
  contact: 'Contact us to get started',
} as const;
