import type { industries, useCases } from './picker-choices.ts';

/** The lines of a conversation, in turn of the person and of the agent. */
export type Sample = readonly string[];

/** What a caller of a business says. */
export const industrySamples = {
  retail: [
    'I ordered a lamp last week. Where is it?',
    'Let me look. What is the order number, or the email you ordered with?',
    'The number is 4471.',
    'It left the warehouse this morning and arrives on Thursday. I’ll text you the tracking link.',
  ],
  healthcare: [
    'My knee has hurt since Monday. Can somebody see me?',
    'I’m sorry. Can you put weight on it, and is it swollen or warm?',
    'I can walk, it’s just swollen.',
    'There is a visit tomorrow at 9:40 AM. I’ve kept it for you and will text what to bring.',
  ],
  finance: [
    'I’d like to know what you’d need for a car loan.',
    'I can tell you the list and book a call. Is the car new or used?',
    'Used, from a dealer.',
    'Then it’s your license, two pay stubs and the dealer’s offer. An adviser is free at 2 PM.',
  ],
  'real-estate': [
    'Can I see the house on Palm Street?',
    'Gladly. Are you working with an agent, and which day suits you?',
    'No agent. Saturday would be best.',
    'Saturday at 11 AM is free. I’ve booked the showing and will text you the address.',
  ],
  education: [
    'When does the evening Spanish course start?',
    'On the 14th, Tuesdays at 6:30 PM. Have you learned some before?',
    'Two years in school.',
    'Then the second level fits. I can put you in a free trial lesson next Tuesday.',
  ],
  hospitality: [
    'Do you have a room for two nights from Friday?',
    'For how many people, and would you like a view of the lake?',
    'Two of us, and yes.',
    'A lake room is free until Sunday. I’ll hold it and text you the link to confirm.',
  ],
  automotive: [
    'My brakes squeal. When can you look at them?',
    'Soon, it should not wait. What car is it, and do you need a ride meanwhile?',
    'A 2019 Civic, and no.',
    'Tomorrow at 8 AM, about an hour. I’ve put it on the calendar.',
  ],
  'professional-services': [
    'I need somebody to do the books of my bakery.',
    'We do that. How many invoices are there in a month, and who does it today?',
    'About eighty. I do it at night.',
    'Let’s change that. A bookkeeper can call you on Monday at 10 AM.',
  ],
  technology: [
    'Nobody in our office can log in this morning.',
    'I’m opening an urgent ticket. Is it everybody, and what does the screen say?',
    'Everybody. It says the license has expired.',
    'Thank you, that helps. An engineer is on it now and calls you within ten minutes.',
  ],
  government: [
    'How do I renew a parking permit?',
    'Online or at the desk. Has your address changed since last year?',
    'No, it’s the same.',
    'Then it takes two minutes online. I’ll text you the link; the desk is open until 4 PM, too.',
  ],
  food: [
    'A table for six tonight?',
    'At 7:30 PM by the window, or at 8 PM inside. Does anybody have an allergy?',
    '7:30. One of us can’t have nuts.',
    'Booked for six, and the kitchen knows. What name should I put it under?',
  ],
  manufacturing: [
    'We need 2,000 brackets like last time. How long?',
    'Let me find the order. Is it the same drawing, and when do you need them?',
    'The same, by the end of the month.',
    'I’ve passed it to sales with the drawing’s number. You’ll have a date and price today.',
  ],
  fitness: [
    'Do you have yoga for beginners?',
    'On Mondays and Thursdays at 6 PM. Have you any injury we should know of?',
    'My lower back, sometimes.',
    'I’ll tell the teacher. Your first class is free: shall I put you in on Thursday?',
  ],
  legal: [
    'I was rear-ended and the insurer wants me to sign something.',
    'I’m sorry. Please don’t sign yet. When was it, and are you being treated?',
    'Tuesday. I saw a doctor the same day.',
    'Thank you. An attorney can call you at 4 PM today. What is the best number?',
  ],
  'non-profit': [
    'I’d like to help out at the food bank.',
    'That’s kind. Which days suit you, and can you lift boxes?',
    'Saturdays, and yes.',
    'There is a place this Saturday at 9 AM. I’ll text you where to park and who to ask for.',
  ],
  media: [
    'What does it cost to advertise on the morning show?',
    'It depends on the week. What do you sell, and when would you like to run?',
    'Garden furniture, in April.',
    'I’ve noted it. Our ad team calls you today with open slots and prices.',
  ],
  other: [
    'Are you open on Saturday?',
    'From 9 AM to 1 PM. Is there something I can get ready for you?',
    'I’d like to speak to the owner.',
    'She is in at 10 AM. I’ve told her you are coming; what is your name?',
  ],
} as const satisfies Record<(typeof industries)[number]['id'], Sample>;

/** What the owner of a personal assistant says. */
export const useCaseSamples = {
  'personal-assistant': [
    'What does tomorrow look like?',
    'A dentist at nine, lunch with Sam, and the report is due. Shall I move the dentist?',
    'Yes, to next week.',
    'Done: Wednesday at nine. Your morning is free for the report.',
  ],
  learning: [
    'Quiz me on the French past tense.',
    'Gladly. How do you say “we went”?',
    'Nous avons allé?',
    'Nearly. “Aller” takes “être”: nous sommes allés. Another one with “être”?',
  ],
  creative: [
    'I’m stuck on the ending of my story.',
    'Who has changed the most by then, and who has noticed?',
    'The father, and nobody.',
    'Then let somebody notice something small. Shall we try it with the coat?',
  ],
  health: [
    'I slept badly again.',
    'I’m sorry. That makes three nights. Was it late coffee, or the phone in bed?',
    'The phone.',
    'Then tonight I’ll remind you at ten to put it in the kitchen. For more, please see your doctor.',
  ],
  tasks: [
    'What’s still open this week?',
    'Four things. The tax form is due first, and it takes an hour. Today at five?',
    'Make it six.',
    'Six it is. I’ve moved the other three to tomorrow.',
  ],
  research: [
    'Find out what a heat pump would save me.',
    'What do you heat with now, and what did it cost last year?',
    'Oil, about 3,000 dollars.',
    'I’ll compare that with prices in your state and read you three sources tonight.',
  ],
  other: [
    'Read me a story for the kids.',
    'How old are they, and how long may it be?',
    'Four and six. Ten minutes.',
    'Then it’s the fox who could not whistle. Are you all in bed?',
  ],
} as const satisfies Record<(typeof useCases)[number]['id'], Sample>;
