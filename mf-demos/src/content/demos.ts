import type { Step } from 'kit/blocks';

export const demosContent = {
  title: 'Client demos',
  lead: 'Each of these agents works for one of our clients. Choose one and talk to it.',
  listTitle: 'Choose a demo',
  open: 'Open demo',
  comingSoon: 'Coming Soon',
  comingSoonText: 'The next client agent is being trained. Yours could be the one after it.',
  logout: 'Logout',
  mainSite: 'Main Site',
  back: 'Back to Demos',
} as const;

export const demoPageContent = {
  loading: 'Loading the voice agent...',
  ready: 'Press the voice agent to start talking.',
  silent: 'No button to press?',
  talkPage: 'Open the talk page',
  failed: {
    title: 'The demo cannot be loaded',
    text: 'The voice provider did not answer. Check your connection, then try again.',
    retry: 'Try again',
  },
  howTo: {
    title: 'How to use this demo',
    items: [
      { title: 'Start the call', text: 'Press the voice agent on this page.' },
      { title: 'Allow the microphone', text: 'Your browser asks once.' },
      {
        title: 'Talk as a customer would',
        text: 'Ask about prices or times, or ask for a person. You can interrupt it.',
      },
    ] satisfies Step[],
  },
  capabilities: 'What this agent can do',
  order: {
    title: 'An agent like this for your business',
    lead: 'Email us two sentences about your business, and we’ll reply with a plan.',
    action: 'Get Your AI Agent',
    subject: (client: string) => `I want an AI agent like ${client} has`,
  },
} as const;
