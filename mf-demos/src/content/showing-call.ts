import type { SampleCallScript } from 'kit/sample-call';

/** A call as the agent of a real-estate team takes it: heard before the password. */
export const showingCall = {
  trade: 'house showing',
  when: 'Saturday, 8:20 PM, office closed',
  lines: [
    { speaker: 'Agent', text: 'Thanks for calling. Are you looking for a home, or selling one?' },
    { speaker: 'Caller', text: 'Looking. Has the house on Palm Street been sold?' },
    { speaker: 'Agent', text: 'It is still on the market: three bedrooms and a yard. Are you working with an agent?' },
    { speaker: 'Caller', text: 'No, this would be our first house.' },
    { speaker: 'Agent', text: 'Congratulations. Have you talked to a lender yet?' },
    { speaker: 'Caller', text: 'Yes, we have a letter from the bank.' },
    { speaker: 'Agent', text: 'Good. You can see the house tomorrow at 11 AM. What name should I put down?' },
  ],
  result: 'On the calendar: showing on Palm Street, Sunday 11 AM',
} as const satisfies SampleCallScript;
