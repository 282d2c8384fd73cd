/** The text beside the forms of the industry pages: what happens with a request. */
export const afterForm = {
  title: 'What happens next',
  steps: [
    'A person reads it and calls or writes back.',
    'We tell you how many leads your area can bring, and at which price.',
    'You decide. Nothing starts before you say so.',
  ],
  call: 'Rather talk now?',
  missed: 'And when nobody can pick up?',
  play: (trade: string) => `Play a sample ${trade} call`,
} as const;
