import type { ToldStory } from '../sections/story-quote.tsx';

export const homeHero = {
  kicker: 'Exclusive leads, advertising, websites and AI voice agents',
  title: 'Find the customers you cannot see yet',
  lead: 'We advertise in your towns, verify everyone who asks for a quote, and send each lead to one business: yours.',
  actions: [
    { label: 'Book a consultation', to: '/consultation' },
    { label: 'See how it works', to: '#how-it-works' },
  ],
  note: 'Managed campaigns: no contracts, no recycled data, no payment if no leads.',
} as const;

export const homeVerification = {
  title: 'How every lead is verified',
  lead: 'A lead that fails any of these checks is not delivered.',
  points: [
    'The phone number and the email address both work',
    'The person asked for this service themselves, in your area',
    'TCPA-compliant consent to be contacted is on record',
    'The request is fresh: no purchased lists',
    'It is sold once, to one business',
    'It reaches you in real time',
  ],
} as const;

export const homeSteps = [
  {
    title: 'We advertise locally',
    text: 'Search, maps, video and social ads in the towns you serve, written for your trade.',
  },
  {
    title: 'Customers request quotes',
    text: 'On a page built for that job, they leave a name and number, say what they need, and agree to be called.',
  },
  {
    title: 'You get exclusive leads',
    text: 'Verified and delivered in real time by email, by SMS or straight into your CRM.',
  },
  {
    title: 'You book jobs',
    text: 'Of exclusive leads, 70-90% become booked appointments.',
  },
] as const;

export const homeReasons = [
  {
    title: 'Exclusivity',
    text: 'A shared lead is a race to the lowest price. Our leads have one buyer, so you talk about the job.',
  },
  {
    title: 'Speed',
    text: 'Each request comes while the customer still has the phone in hand.',
  },
  {
    title: 'Scalability',
    text: 'When the numbers hold up, we spend more where it pays. Clients scale their ad spend 5X-10X because each step pays for the next.',
  },
] as const;

export const homeApproach = {
  title: 'Our approach: priced for your market',
  lead: 'A roofer in hail country and a downtown law firm should not pay the same for a customer. We look at your area and your margins, then quote a price per lead. You know that price before a managed campaign starts.',
  action: { label: 'Get custom pricing', to: '/consultation' },
} as const;

export const homeContact = {
  title: 'Rather talk?',
  lead: 'Offices in Florida, Utah and Boston.',
} as const;

export const homeCall = {
  title: 'The call you would have missed',
  lead: 'A sample call with an AI agent, to hear or to read.',
  more: { label: 'A call for each trade', to: '/ai-agent-demo' },
  fallback: 'Read it on the page below.',
} as const;

export const homeDemo = {
  title: 'Hear an AI voice agent take a call',
  lead: 'It answers, asks the right questions and books the appointment.',
  action: { label: 'Try the AI agent demo', to: '/ai-agent-demo' },
} as const;

/** Shown in place of real clients (`stories` in the site configuration). */
export const exampleStories = [
  {
    industry: 'roofing',
    quote:
      'I used to share every lead with four other roofers and win on price. Now the homeowner has not talked to anyone else.',
    name: 'Dale Mercer',
    position: 'Owner of a roofing company',
    town: 'Oklahoma City',
    figure: { value: '5X', label: 'the ad spend he started with' },
    period: 'after 12 months',
    mark: { src: '/attached_assets/clients/roofing.svg', alt: 'Dale Mercer, drawn in a hard hat before a roof' },
  },
  {
    industry: 'legal',
    quote:
      'The request is in our system while the person is still on the page. My intake desk calls back before they open the next tab.',
    name: 'Renata Solis',
    position: 'Managing partner of an injury firm',
    town: 'Long Beach',
    figure: { value: '70%', label: 'of leads became booked consultations' },
    period: 'January to June',
    mark: { src: '/attached_assets/clients/legal.svg', alt: 'Renata Solis, drawn in a blazer before a courthouse' },
  },
  {
    industry: 'hvac',
    quote:
      'We started with the repair calls of one suburb. When those paid off, we added the next. I never signed anything I could not walk away from.',
    name: 'Owen Castle',
    position: 'Owner of a heating and cooling company',
    town: 'Phoenix',
    figure: { value: '4 suburbs', label: 'where there was one' },
    period: 'within a year',
    mark: { src: '/attached_assets/clients/hvac.svg', alt: 'Owen Castle, drawn in a cap before a cooling unit' },
  },
] as const satisfies readonly ToldStory[];
