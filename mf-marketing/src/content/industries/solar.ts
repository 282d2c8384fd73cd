import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const solar = {
  hero: {
    kicker: 'Solar leads',
    title: 'Appointments with owners of the right roof',
    lead: 'Homeowners and businesses that asked what solar would save them. We check the roof, the bill and the intent, then pass them to one installer.',
    actions: [
      { label: 'Get solar leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=solar' },
    ],
    note: 'Exclusive, verified, TCPA-compliant.',
  },
  picture: industryHero('solar', 'The sun shines on a house whose whole roof carries solar panels'),
  body: [
    {
      kind: 'figure',
      title: 'Installers grow on appointments that hold',
      figure: { value: '3.2x', label: 'growth of solar companies that work with us' },
      paragraphs: [
        'A bought list gives your team a lot of numbers and a bad week. An owner who filled in the monthly bill and the direction of the roof wants to hear the answer.',
        'Your closers spend their day at kitchen tables instead of on hold.',
      ],
    },
    {
      kind: 'stats',
      title: 'What an appointment is worth',
      tone: 'ink',
      items: [
        { value: '$26k', label: 'average contract' },
        { value: '42%', label: 'appointment-to-sale rate' },
      ],
    },
    { kind: 'form' },
    {
      kind: 'catalog',
      look: 'rows',
      title: 'What we ask before you do',
      lead: 'Each specialty has its own questions, so that your first call is about the system, not about whether they own the house.',
      items: [
        {
          title: 'Residential',
          text: 'Owners of single-family homes within your service area.',
          points: [
            'Owner or tenant',
            'Monthly electric bill',
            'Age and shade of the roof',
            'Credit range, if they wish to say',
          ],
        },
        {
          title: 'Commercial',
          text: 'Warehouses, farms, shops and the people who pay their power bills.',
          points: ['Roof or ground', 'Yearly consumption', 'Who decides, and by when'],
        },
        {
          title: 'Battery storage',
          text: 'Homes with panels that want to keep the power, and homes that fear the next outage.',
          points: ['System already on the roof', 'Outages in the last year', 'Loads that must stay on'],
        },
      ],
    },
    {
      kind: 'quote',
      quote:
        'We stopped buying lists in spring. By fall my two best closers had asked for a third, because every chair they sat on belonged to somebody who wanted solar.',
      name: 'Marisol Trent',
      position: 'Owner of a residential installer in New Jersey',
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
    lead: 'Name your area and your specialty. We call you back with the number of owners who ask there each month.',
    points: ['Roof, bill and ownership checked', 'One installer for each lead', 'No contracts'],
  },
  closing: {
    title: 'Book next month’s installs now',
    lead: 'A consultation names the numbers for your area.',
    action: { label: 'Book a consultation', to: '/consultation' },
  },
} as const satisfies IndustryContent;
