import type { Step } from 'kit/blocks';
import type { SampleCallScript } from 'kit/sample-call';

export const demosContent = {
  title: 'Client demos',
  lead: 'Each of these agents works for one of our clients. Choose one and talk to it.',
  comingSoon: 'The next client agent is being trained. Yours could be the one after it.',
} as const;

export const demoPageContent = {
  ready: 'Press the voice agent to start talking.',
  failed: 'The voice provider did not answer. Check your connection, then try again.',
  howTo: [
    { title: 'Start the call', text: 'Press the voice agent on this page.' },
    { title: 'Allow the microphone', text: 'Your browser asks once.' },
    {
      title: 'Talk as a customer would',
      text: 'Ask about prices or times, or ask for a person. You can interrupt it.',
    },
  ] satisfies Step[],
  order: {
    title: 'An agent like this for your business',
    lead: 'Email us two sentences about your business, and we’ll reply with a plan.',
    subject: (client: string) => `I want an AI agent like ${client} has`,
  },
} as const;

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
