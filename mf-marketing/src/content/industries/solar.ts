import { RoofDays, roofDays } from '../../sections/own/roof-days.tsx';
import { lowerEnd } from '../calculator.ts';
import { industryPortrait } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'solar',
  hero: {
    kicker: 'Solar leads',
    title: 'Meet homeowners ready for solar',
    lead: 'Homeowners and businesses who asked what solar would save them. We check the roof, the bill and how serious they are, then send each one to a single installer.',
    stage: 'mirror',
    actions: [
      { label: 'Get solar leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=solar' },
    ],
    note: 'Exclusive, verified, TCPA-compliant.',
  },
  picture: industryPortrait('solar', 'The sun shines on a roof full of solar panels, and on its owners'),
  body: [
    {
      kind: 'figure',
      title: 'Installers grow on appointments that hold',
      isAverage: true,
      figure: { value: '3.2x', label: 'growth in installs since the first month with us' },
      paragraphs: [
        'A purchased list gives your team a lot of numbers and a bad week. An owner who told us the monthly bill and which way the roof faces wants to hear the answer.',
        'Your closers spend their day at kitchen tables instead of on hold.',
      ],
    },
    { kind: 'own', ...roofDays, tone: 'ink', draw: RoofDays },
    { kind: 'form' },
    {
      kind: 'catalog',
      look: 'rows',
      title: 'What we ask before you do',
      lead: 'Each specialty has its own questions, so your first call is about the system, not about whether they own the house.',
      items: [
        {
          title: 'Residential',
          text: 'Owners of single-family homes in your service area.',
          points: [
            'Owner or tenant',
            'Monthly electric bill',
            'Roof age and shade',
            'Credit range, if they choose to share it',
          ],
        },
        {
          title: 'Commercial',
          text: 'Warehouses, farms, shops and the people who pay their power bills.',
          points: ['Roof or ground mount', 'Annual usage', 'Who decides, and by when'],
        },
        {
          title: 'Battery storage',
          text: 'Homes with panels that want to store their power, and homes that are tired of outages.',
          points: ['Panels already on the roof', 'Outages in the last year', 'Loads that must stay on'],
        },
      ],
    },
    {
      kind: 'stats',
      title: 'What an appointment is worth',
      lead: 'Averages across solar clients in managed campaigns.',
      tone: 'ink',
      items: [
        { value: '$26k', label: 'average signed contract' },
        { value: '42%', label: 'of appointments end in a sale' },
      ],
    },
    {
      kind: 'quote',
      story: {
        industry: 'solar',
        quote:
          'We quit buying lists in the spring. By fall my two best closers were asking for a third, because everyone they sat down with wanted solar.',
        name: 'Marisol Trent',
        position: 'Owner of a residential installer',
        town: 'Trenton',
        figure: { value: '3 closers', label: 'where there were two' },
        period: 'April to September',
      },
    },
  ],
  form: {
    kind: 'lead',
    industry: 'solar',
    jobTypeLabel: 'Specialty',
    jobTypes: {
      residential: 'Residential solar',
      commercial: 'Commercial solar',
      both: 'Residential and commercial',
      battery: 'Battery storage',
    },
    submitLabel: 'Get solar leads',
    title: 'Which roofs do you want?',
    lead: 'Tell us your area and your specialty. We call you back with how many owners ask for solar there each month.',
    points: ['Roof, bill and ownership checked', 'One installer per lead', 'No contracts'],
  },
  calculator: {
    industry: 'solar',
    leads: 20,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'appointments',
    won: { percent: 42, jobs: 'signed contracts', basis: 'Of 100 appointments 42 end in a sale.' },
    worth: { dollars: 26_000, basis: 'The average signed contract.' },
  },
  closing: {
    title: 'Book next month’s installs now',
    lead: 'In a consultation we go through the numbers for your area.',
  },
} as const satisfies IndustryContent;
