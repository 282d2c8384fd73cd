export const gateContent = {
  title: 'Client demos',
  lead: 'Hear the voice agents we built for our clients. No access code yet? Just ask us.',
  label: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Access Demos',
  /** docs/specification.md#8. */
  wrong: 'Incorrect password. Please try again.',
} as const;
