export interface AgentPackage {
  id: string;
  name: string;
  /** Interactions a month. */
  volume: string;
  unit: string;
  text: string;
  /** How many of `features` it includes, counted from the first. */
  includes: number;
  popular?: true;
}

/** What a package can include, from what all of them include to what only the largest does. */
export const features = [
  'Your own voice agent',
  'Answers common questions',
  'Takes messages for callbacks',
  'Email support',
  'Books appointments into your calendar',
  'Qualifies callers by your questions',
  'Sends every call to your CRM',
  'An agent for each location or brand',
  'Integrations built for your systems',
  'A dedicated account manager',
] as const;

/** /ai-agent-packages (docs/specification.md#2, #9). No prices: the specification gives none. */
export const packagesContent = {
  hero: {
    kicker: 'AI voice agents',
    title: 'AI agent packages',
    lead: 'Choose by how many conversations your agent handles in a month. Move up whenever you outgrow your package.',
  },
  startNote: 'We set up every agent together with you.',
  packages: [
    {
      id: 'starter',
      name: 'Starter',
      volume: 'Up to 500',
      unit: 'interactions/month',
      text: 'For one busy phone line.',
      includes: 4,
    },
    {
      id: 'professional',
      name: 'Professional',
      volume: 'Up to 2,000',
      unit: 'interactions/month',
      text: 'For booking by phone.',
      includes: 7,
      popular: true,
    },
    {
      id: 'enterprise',
      name: 'Enterprise',
      volume: 'Unlimited',
      unit: 'interactions',
      text: 'For several teams or brands.',
      includes: 10,
    },
  ] satisfies AgentPackage[],
  size: {
    label: 'How many calls a month?',
    fits: 'calls a month fit the',
    // The name of the package comes before it.
    place: 'package',
    facts: [
      {
        title: 'What is an interaction?',
        text: 'One conversation with your agent, on the phone or on your website, however long it is.',
      },
      {
        title: 'What happens at number 501?',
        text: 'The agent goes on answering. We tell you before you get there, and you decide whether to move up a package.',
      },
      {
        title: 'What moves the price?',
        text: 'How many calls, how many lines or brands, and which calendars and CRMs the agent has to use. We quote it in writing.',
      },
    ],
  },
  demo: {
    title: 'Schedule a Demo',
    text: 'Talk to our agent right here, or book a call and we’ll show you one that knows your business.',
    bookSubject: 'Book a demo call',
    bookBody:
      'Hello,\n\nI would like to see a demo of an AI voice agent.\n\nMy business:\nTimes that work for me:\nMy phone number:\n',
  },
  custom: {
    title: 'Custom Solution',
    text: 'Need something different? Pick the type of agent and your industry or use case, and send us your choice.',
  },
} as const;
