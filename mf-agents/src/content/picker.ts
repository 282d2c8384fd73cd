import type { agentTypeIds, Choice } from './picker-choices.ts';

export interface Line {
  speaker: string;
  text: string;
}

export interface AgentType extends Choice {
  id: (typeof agentTypeIds)[number];
  text: string;
  conversation: readonly Line[];
}

/** Agent types of the picker, each with a sample conversation (docs/specification.md#2, #3). */
export const agentTypes = [
  {
    id: 'blank',
    label: 'Blank Agent',
    text: 'A voice and nothing else. You tell us what it’s for, and we teach it.',
    conversation: [
      { speaker: 'You', text: 'What can you do?' },
      { speaker: 'Agent', text: 'Nothing yet. Tell me what I should know and who I’ll be talking to.' },
      { speaker: 'You', text: 'Visitors to our museum ask about hours and tours.' },
      { speaker: 'Agent', text: 'Then I’ll start with your hours, your tours and how to book one.' },
    ],
  },
  {
    id: 'personal',
    label: 'Personal Assistant',
    text: 'For you alone: it reminds, plans, explains and listens.',
    conversation: [
      { speaker: 'You', text: 'What’s left for today?' },
      { speaker: 'Agent', text: 'Two calls, and the quote for Ms. Alvarez. Should I start with the quote?' },
      { speaker: 'You', text: 'Yes. And remind me at four to leave.' },
      { speaker: 'Agent', text: 'Done. I’ll remind you at four.' },
    ],
  },
  {
    id: 'business',
    label: 'Business Agent',
    text: 'For your callers: it answers, qualifies and books in your trade.',
    conversation: [
      { speaker: 'Caller', text: 'Our roof is leaking. Can somebody come today?' },
      { speaker: 'Agent', text: 'I’m sorry to hear that. What’s the address, and where is the water coming in?' },
      { speaker: 'Caller', text: '14 Birch Lane, above the kitchen.' },
      { speaker: 'Agent', text: 'A crew is near you this afternoon. Does 3 PM work for you?' },
    ],
  },
] as const satisfies readonly AgentType[];

export const pickerContent = {
  title: 'Custom AI agent',
  lead: 'Tell us what you need in a few clicks, and get a summary to send us.',
  type: { title: 'Choose your agent type', lead: 'Each with a sample of how it talks.' },
  industry: { title: 'Pick your industry', lead: 'Your agent starts with the words and questions of your trade.' },
  useCase: { title: 'Pick a use case', lead: 'What should your assistant help you with most?' },
  summary: {
    title: 'Your custom agent',
    lead: 'Here is what you chose. Send it to us and we’ll reply with a plan and a price.',
    typeLabel: 'Agent type',
    industryLabel: 'Industry',
    useCaseLabel: 'Use case',
    sample: 'How it could sound',
  },
  unsure: {
    title: 'Not sure yet?',
    lead: 'Ask our own agent what fits: it answers questions about our services, day and night.',
  },
  mail: {
    greeting: 'Hello,\n\nI am interested in a custom AI agent:',
    closing: 'My business:\nMy phone number:\nWhat the agent should do:\n',
  },
} as const;
