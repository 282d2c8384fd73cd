import type { SampleCallScript } from './use-player.ts';

/** Sample calls of AI agents. They are not a shared module; each remote that shows one bundles it. */
export { LateSampleCall, SampleCall } from './sample-call.tsx';
export type { SampleCallScript } from './use-player.ts';

/** The call that several remotes show. */
export const hvacCall = {
  trade: 'HVAC',
  when: '11:48 PM, office closed',
  lines: [
    { speaker: 'Agent', text: 'Thanks for calling. How can I help?' },
    { speaker: 'Caller', text: 'Our furnace quit and it’s 20 degrees out.' },
    { speaker: 'Agent', text: 'I’m sorry, let’s get you warm. Is anyone there very young, elderly or ill?' },
    { speaker: 'Caller', text: 'My mother lives with us.' },
    { speaker: 'Agent', text: 'Then you go first. What’s the address and a number to reach you?' },
    { speaker: 'Caller', text: '214 Alder Street, and this number is fine.' },
    { speaker: 'Agent', text: 'Our on-call technician can be there by 1 AM. I’ll text you the name and time now.' },
  ],
  result: 'On the calendar: emergency furnace repair, 1 AM',
} as const satisfies SampleCallScript;
