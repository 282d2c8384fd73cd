import { ClipboardCheck, Hammer, Wind } from 'kit/icons';
import { StormRoute, stormRoute } from '../../sections/own/storm-route.tsx';
import { lowerEnd, ownFigure, ownRate } from '../calculator.ts';
import { industryPanorama } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'roofing',
  hero: {
    kicker: 'Roofing leads',
    title: 'Be the roofer they call after the storm',
    lead: 'Homeowners with leaks, hail damage and aging shingles ask for an estimate. We verify each request and send it to one roofer: you.',
    stage: 'panorama',
    actions: [
      { label: 'Book a consultation', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=roofing' },
    ],
    note: 'Managed campaigns: no contracts, no payment if no leads.',
  },
  picture: industryPanorama(
    'roofing',
    'The beam of a lighthouse finds a storm-damaged roof, and the roofer who talks to its owner',
  ),
  body: [
    { kind: 'own', ...stormRoute, draw: StormRoute },
    {
      kind: 'figure',
      title: 'Most of our leads book an appointment',
      tone: 'fog',
      isAverage: true,
      figure: { value: '70-90%', label: 'conversion rate, from exclusive lead to booked appointment' },
      paragraphs: [
        'A new roof is a big decision. When one request is sold to every roofer in town, the homeowner’s phone rings all morning, and by lunch nobody picks up.',
        'We sell each request once. They expect your call, because nobody else has the number.',
      ],
    },
    {
      kind: 'features',
      title: 'The work behind the request',
      lead: 'Choose the work your crews are set up for. You never see the rest.',
      columns: 3,
      items: [
        {
          icon: Wind,
          title: 'Storm claims',
          text: 'Owners with wind or hail damage and an open claim who need an inspection before the deadline.',
        },
        {
          icon: Hammer,
          title: 'Leaks and repairs',
          text: 'Water in the attic, missing shingles, loose flashing. Small tickets that turn into full roofs.',
        },
        {
          icon: ClipboardCheck,
          title: 'Replacement and new build',
          text: 'Homes whose roof has reached the end of its life, and builders looking for a roofer in the county.',
        },
      ],
    },
    { kind: 'form' },
    {
      kind: 'points',
      title: 'Why roofers stay',
      columns: 2,
      items: [
        'One buyer per lead',
        'Phone and email verified before delivery',
        'TCPA-compliant consent on record',
        'No recycled storm lists',
        'No contracts: stop when your board is full',
        'Ad spend that grows 5X-10X once it pays',
      ],
    },
  ],
  form: {
    kind: 'consultation',
    title: 'Where do your crews work?',
    lead: 'Tell us your counties and the jobs you want. We answer with what your area can bring.',
    points: ['Exclusive roofing leads', 'Verified phone and email', 'Managed campaigns: no payment if no leads'],
  },
  calculator: {
    industry: 'roofing',
    leads: 20,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'inspections',
    won: { percent: 30, jobs: 'signed jobs', basis: ownRate },
    worth: { dollars: 9_000, basis: ownFigure },
  },
  closing: {
    title: 'Ready before the next storm?',
    lead: 'Setup takes one conversation. Then the ads wait for the weather.',
  },
} as const satisfies IndustryContent;
