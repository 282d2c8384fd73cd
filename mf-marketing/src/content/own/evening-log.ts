/** Debt relief: four requests of one evening, and how the company's rules treat them. It is labelled as an example. */
export const eveningLog = {
  title: 'One evening, four requests',
  lead: 'People face the pile after dinner. Your rules screen each one, so your agents talk to two of these four and waste no time on the rest.',
  requests: [
    {
      when: '7:52 PM',
      who: 'Card debt with five banks, above your minimum, steady income',
      verdict: 'Delivered',
      isDelivered: true,
    },
    { when: '8:31 PM', who: 'One card, below your minimum', verdict: 'Held back: too small', isDelivered: false },
    { when: '9:14 PM', who: 'Federal tax debt, two letters from the IRS', verdict: 'Delivered', isDelivered: true },
    {
      when: '10:47 PM',
      who: 'Student loans, in a state where you are not licensed',
      verdict: 'Held back: state',
      isDelivered: false,
    },
  ],
  caption: 'An example, with the rules of a made-up company. You never pay for what is held back.',
} as const;
