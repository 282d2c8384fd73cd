import { carIcon, fileTextIcon, scaleIcon, usersIcon } from 'kit/icons';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const legal = {
  hero: {
    kicker: 'Legal leads',
    title: 'Clients with a case, not clicks with a question',
    lead: 'People who were hurt, are being sued or need a will describe their matter and ask to be called. One firm gets the call: yours.',
    actions: [
      { label: 'Get legal leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=legal' },
    ],
    note: 'Exclusive to one firm in the county. TCPA-compliant.',
  },
  picture: industryHero('legal', 'The beam of a lighthouse falls on a courthouse beside dark office blocks'),
  body: [
    {
      kind: 'features',
      look: 'rows',
      title: 'Practice areas',
      lead: 'We ask the intake questions of your practice before the lead is yours.',
      items: [
        {
          icon: carIcon,
          title: 'Personal injury',
          text: 'Date of the accident, who was at fault, treatment so far, and whether another lawyer is on the case.',
        },
        {
          icon: fileTextIcon,
          title: 'Estate planning',
          text: 'Wills and trusts for families that own a home or a business and want an appointment, not a download.',
        },
        {
          icon: usersIcon,
          title: 'Family law',
          text: 'Custody, divorce and support, with the county and the stage of the matter.',
        },
        {
          icon: scaleIcon,
          title: 'Mass tort and more',
          text: 'Tell us the criteria of the docket. People who do not meet them are not delivered.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'An injured person calls the first lawyer who answers. We give you a head start.',
    },
    {
      kind: 'points',
      title: 'What your intake desk gets',
      items: [
        'Name, verified phone and email, county',
        'The matter in the person’s own words',
        'Answers to your own screening questions',
        'Consent to be contacted, with time and source',
        'Delivery in real time by email, SMS or into your case software',
      ],
    },
    { kind: 'form' },
    {
      kind: 'figure',
      title: 'Grow on what signs, not on what clicks',
      figure: { value: '5X-10X', label: 'growth in ad spend by clients whose numbers work' },
      paragraphs: [
        'You tell us which leads became signed clients. We move the budget to the searches, counties and hours they came from.',
        'Spend grows when the month before paid for it. There is no contract that makes you go on.',
      ],
    },
  ],
  form: {
    kind: 'consultation',
    industryName: 'legal',
    submitLabel: 'Request a consultation',
    title: 'Tell us about your practice',
    lead: 'Practice areas, counties and how many new matters a month your team can take. We answer within 24 hours.',
    points: ['One firm for each lead', 'Your screening questions', 'No contracts'],
  },
  closing: {
    title: 'Put your next case on the calendar',
    lead: 'A short call shows what your counties bring.',
    action: { label: 'Book a consultation', to: '/consultation' },
  },
} as const satisfies IndustryContent;
