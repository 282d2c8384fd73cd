import { clipboardCheckIcon, flameIcon, hammerIcon } from 'kit/icons';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const roofing = {
  hero: {
    kicker: 'Roofing leads',
    title: 'Be the roofer they call after the storm',
    lead: 'Homeowners with leaks, hail damage and old shingles ask for an estimate. We check each one and send it to one roofing company in the area.',
    actions: [
      { label: 'Get roofing leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=roofing' },
    ],
    note: 'No contracts. No payment if there are no leads.',
  },
  picture: industryHero('roofing', 'The beam of a lighthouse picks out a storm-damaged roof in a dark street'),
  body: [
    {
      kind: 'features',
      title: 'The work behind the request',
      lead: 'Choose what your crews are set up for. The rest never reaches you.',
      columns: 3,
      items: [
        {
          icon: flameIcon,
          title: 'Storm claims',
          text: 'Owners with wind or hail damage who have an insurer on the line and need an inspection before the deadline.',
        },
        {
          icon: hammerIcon,
          title: 'Leaks and repairs',
          text: 'Water in the attic, missing shingles, a loose flashing. Small tickets that turn into the next full roof.',
        },
        {
          icon: clipboardCheckIcon,
          title: 'Replacement and new build',
          text: 'Homes with a roof at the end of its life, and builders who look for a roofing partner in the county.',
        },
      ],
    },
    {
      kind: 'figure',
      title: 'Most of our leads become customers',
      tone: 'fog',
      figure: { value: '70-90%', label: 'conversion rate of our exclusive leads' },
      paragraphs: [
        'A roof is a big decision, and people ask more than one company. When the same request is sold to all of them, the phone does not stop before lunch, and nobody answers it after.',
        'Ours is sold once. They expect your call, because yours is the only one that comes.',
      ],
    },
    {
      kind: 'steps',
      title: 'How a storm becomes a full calendar',
      items: [
        { title: 'We watch the weather', text: 'Ads go up in the zip codes under the storm, not across the state.' },
        {
          title: 'They ask for an inspection',
          text: 'On a page that asks for address, damage, insurer and the best time.',
        },
        {
          title: 'You climb the ladder',
          text: 'The verified request is with you in real time, by email, SMS or in your CRM.',
        },
      ],
    },
    { kind: 'form' },
    {
      kind: 'points',
      title: 'Why roofers stay',
      columns: 2,
      items: [
        'One buyer for each lead, in your area',
        'Phone and email verified before delivery',
        'TCPA-compliant consent on record',
        'No recycled storm lists',
        'No contracts: stop when your board is full',
        'Ad spend that grows 5X-10X when it pays',
      ],
    },
  ],
  form: {
    kind: 'consultation',
    industryName: 'roofing',
    submitLabel: 'Request a consultation',
    title: 'Where do your crews work?',
    lead: 'Tell us your counties and the jobs you want. We answer within 24 hours with what your area brings.',
    points: ['Exclusive roofing leads', 'Verified phone and email', 'No payment if there are no leads'],
  },
  closing: {
    title: 'Ready before the next storm?',
    lead: 'Set up takes a conversation. The ads wait for the weather.',
    action: { label: 'Book a consultation', to: '/consultation' },
  },
} as const satisfies IndustryContent;
