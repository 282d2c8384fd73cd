export const gateContent = {
  kicker: 'AI voice agents',
  title: 'Client demos',
  lead: 'Hear the voice agents we built for our clients.',
  behind: {
    title: 'What is behind the password',
    lead: 'The agents that answer the phone for these clients. You talk to each one in your browser, as a caller would.',
  },
  hear: {
    title: 'Hear one call now',
    lead: 'A made-up caller and an agent as our clients have it. Your browser reads both parts aloud where it has voices.',
  },
  own: {
    title: 'Talk to our own agent',
    lead: 'No password: it answers questions about our services, day and night.',
  },
  askSubject: 'Password for the client demos',
  /** docs/specification.md#8. */
  wrong: 'Incorrect password. Please try again.',
} as const;
