export const gateContent = {
  title: 'Client demos',
  lead: 'Hear the voice agents we built for our clients.',
  behind: {
    title: 'What you will hear',
    lead: 'The agent that answers the phone for the client you choose. Ask it about prices or times, interrupt it, or ask for a person.',
    picture: 'A caller asks an agent about a house, and has a time to see it on Saturday',
  },
  label: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  submit: 'Access Demos',
  noPassword: 'No password yet?',
  ask: 'Ask us for one',
  askSubject: 'Password for the client demos',
  /** docs/specification.md#8. */
  wrong: 'Incorrect password. Please try again.',
} as const;
