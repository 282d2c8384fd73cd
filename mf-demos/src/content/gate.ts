export const gateContent = {
  title: 'Client demos',
  lead: 'Hear the voice agents that we built for our clients. Ask us for the access code if you have none.',
  label: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Access Demos',
  /** docs/specification.md#8. */
  wrong: 'Incorrect password. Please try again.',
} as const;
