import { hvacCall, type SampleCallScript } from 'kit/sample-call';

/** One call for each trade, in the order of the home page. */
export const sampleCalls = [
  {
    trade: 'roofing',
    when: '7:12 AM, crews on the road',
    lines: [
      { speaker: 'Agent', text: 'Good morning. How can I help?' },
      { speaker: 'Caller', text: 'Last night’s hail hit our roof. There’s a stain on the ceiling.' },
      { speaker: 'Agent', text: 'Thanks for telling me. Is water coming in right now?' },
      { speaker: 'Caller', text: 'It’s dripping a little in the hallway.' },
      { speaker: 'Agent', text: 'Put a bucket under it and stay off the roof. Do you have a claim number yet?' },
      { speaker: 'Caller', text: 'Not yet.' },
      {
        speaker: 'Agent',
        text: 'No problem. An inspector can be there at 10 this morning and will bring photos for your insurer.',
      },
    ],
    result: 'On the calendar: storm inspection, 10 AM',
  },
  {
    trade: 'legal',
    when: '6:30 PM, after hours',
    lines: [
      { speaker: 'Agent', text: 'Thank you for calling. Are you calling about a new matter?' },
      { speaker: 'Caller', text: 'Yes. A truck hit my car on Tuesday.' },
      { speaker: 'Agent', text: 'I’m sorry. Were you hurt, and have you seen a doctor?' },
      { speaker: 'Caller', text: 'My neck. I was at the ER that night.' },
      { speaker: 'Agent', text: 'Do you already have a lawyer for this?' },
      { speaker: 'Caller', text: 'No, you’re my first call.' },
      {
        speaker: 'Agent',
        text: 'I can’t give legal advice, but an attorney can call you at 8 tomorrow morning. Does that work?',
      },
    ],
    result: 'On the calendar: intake call, 8 AM',
  },
  hvacCall,
  {
    trade: 'solar',
    when: 'Sunday, 2:05 PM',
    lines: [
      { speaker: 'Agent', text: 'Hi, thanks for calling. Is this about solar for a home or a business?' },
      { speaker: 'Caller', text: 'Our house. The power bill is killing us.' },
      { speaker: 'Agent', text: 'About how much is it a month?' },
      { speaker: 'Caller', text: 'Around 300 dollars.' },
      { speaker: 'Agent', text: 'Do you own the home, and is the roof in the sun most of the day?' },
      { speaker: 'Caller', text: 'Yes and yes, it faces south.' },
      { speaker: 'Agent', text: 'Great. A consultant can walk you through it on Tuesday at 6. Should I book that?' },
    ],
    result: 'On the calendar: home visit, Tuesday 6 PM',
  },
  {
    trade: 'real estate',
    when: '9:40 PM, nobody at the desk',
    lines: [
      { speaker: 'Agent', text: 'Thanks for calling. Are you thinking about selling?' },
      { speaker: 'Caller', text: 'Maybe. I inherited my aunt’s house.' },
      { speaker: 'Agent', text: 'I’m sorry for your loss. Is the house empty, and is there a mortgage?' },
      { speaker: 'Caller', text: 'Empty and paid off, but it needs a roof.' },
      { speaker: 'Agent', text: 'That’s fine, it would be bought as is. How soon would you like to close?' },
      { speaker: 'Caller', text: 'Within a month, if I can.' },
      { speaker: 'Agent', text: 'Then let’s have our buyer see it. Is Thursday at 4 good for you?' },
    ],
    result: 'On the calendar: walk-through, Thursday 4 PM',
  },
  {
    trade: 'junk removal',
    when: '12:15 PM, crew on a job',
    lines: [
      { speaker: 'Agent', text: 'Hi there. What would you like hauled away?' },
      { speaker: 'Caller', text: 'A garage full. Couches, a fridge, about thirty boxes.' },
      { speaker: 'Agent', text: 'Got it. Is it all on the ground floor, and can a truck back up to the door?' },
      { speaker: 'Caller', text: 'Yes, right up to the garage.' },
      { speaker: 'Agent', text: 'That’s about half a truck. I can text you a price range now.' },
      { speaker: 'Caller', text: 'Please do. Can you come Friday?' },
      { speaker: 'Agent', text: 'Friday between 8 and 10 is open, and it’s yours.' },
    ],
    result: 'On the calendar: pickup, Friday 8-10 AM',
  },
  {
    trade: 'healthcare',
    when: '8:50 PM, clinic closed',
    lines: [
      {
        speaker: 'Agent',
        text: 'Thank you for calling the clinic. If this is an emergency, please hang up and dial 911.',
      },
      { speaker: 'Caller', text: 'It isn’t. I need an appointment about my knee.' },
      { speaker: 'Agent', text: 'Of course. Have you been here before?' },
      { speaker: 'Caller', text: 'No, I’m new.' },
      { speaker: 'Agent', text: 'Welcome. Which insurance do you have, and do mornings or afternoons work better?' },
      { speaker: 'Caller', text: 'Blue Cross. Mornings.' },
      { speaker: 'Agent', text: 'Wednesday at 9:15 is open. I’ll text you the forms to fill out before you come.' },
    ],
    result: 'On the calendar: new patient, Wednesday 9:15 AM',
  },
  {
    trade: 'debt relief',
    when: '10:20 PM, office closed',
    lines: [
      { speaker: 'Agent', text: 'Thanks for calling. This call is private. What would you like help with?' },
      { speaker: 'Caller', text: 'Credit cards. I can’t keep up anymore.' },
      { speaker: 'Agent', text: 'Thank you for telling me, a lot of people call about that. About how much in total?' },
      { speaker: 'Caller', text: 'Twenty-two thousand on four cards.' },
      { speaker: 'Agent', text: 'Which state are you in, and do you have income at the moment?' },
      { speaker: 'Caller', text: 'Ohio, and yes, I work full time.' },
      {
        speaker: 'Agent',
        text: 'A specialist can go through your options with you tomorrow at noon. There is no cost for that call.',
      },
    ],
    result: 'On the calendar: first call, noon',
  },
] as const satisfies readonly SampleCallScript[];
