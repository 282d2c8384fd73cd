import { Car, FileText, Scale, Users } from 'kit/icons';
import { IntakeSheet, intakeSheet } from '../../sections/own/intake-sheet.tsx';
import { lowerEnd, ownFigure, ownRate } from '../calculator.ts';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'legal',
  hero: {
    kicker: 'Legal leads',
    title: 'Clients with a case, not clicks with a question',
    lead: 'People who were hurt, are being sued or need a will describe their situation and ask for a call. One firm gets the lead: yours.',
    stage: 'bleed',
    tone: 'paper',
    actions: [
      { label: 'Book a consultation', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=legal' },
    ],
    note: 'Each lead goes to one firm. TCPA-compliant.',
  },
  picture: industryHero('legal', 'The beam of a lighthouse falls on a courthouse, and on a lawyer and a client'),
  body: [
    { kind: 'own', ...intakeSheet, tone: 'fog', layout: 'split', draw: IntakeSheet },
    {
      kind: 'features',
      look: 'rows',
      title: 'Practice areas',
      lead: 'We ask your intake questions before a lead reaches you.',
      items: [
        {
          icon: Car,
          title: 'Personal injury',
          text: 'Date of the accident, who was at fault, treatment so far, and whether they have a lawyer.',
        },
        {
          icon: FileText,
          title: 'Estate planning',
          text: 'Wills and trusts for families that own a home or a business.',
        },
        {
          icon: Users,
          title: 'Family law',
          text: 'Custody, divorce and support, with the county and the stage of the case.',
        },
        {
          icon: Scale,
          title: 'Mass tort and more',
          text: 'Tell us the criteria for your docket. Anything else never reaches you.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'An injured person calls the first lawyer who answers. We give you a head start.',
      against: [
        ['Without us', 'A voicemail at 6 PM, an answer at 9 AM. By then someone else has signed them.'],
        ['With us', 'The matter is on your desk in real time, screened, and on nobody else’s.'],
      ],
    },
    {
      kind: 'figure',
      title: 'Grow on signed cases, not on clicks',
      isAverage: true,
      figure: { value: '5X-10X', label: 'how far clients scale their ad spend from their first month' },
      paragraphs: [
        'You tell us which leads became signed clients. We move the budget to the searches, counties and hours they came from.',
        'Spend grows when last month’s leads paid for it. No contract keeps you in.',
      ],
    },
    { kind: 'form' },
    {
      kind: 'points',
      title: 'What your intake desk gets',
      items: [
        'Name, verified phone and email, county',
        'Their situation, in their own words',
        'Answers to your screening questions',
        'Consent to be contacted, with time and source',
        'Real-time delivery by email, by SMS or into your case management software',
      ],
    },
  ],
  form: {
    kind: 'consultation',
    title: 'Tell us about your practice',
    lead: 'Practice areas, counties and how many new cases a month your team can take.',
    points: ['One firm per lead', 'Your screening questions', 'No contracts'],
  },
  calculator: {
    industry: 'legal',
    leads: 10,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'first meetings',
    won: { percent: 30, jobs: 'signed cases', basis: ownRate },
    worth: { dollars: 4000, basis: ownFigure },
  },
  closing: {
    title: 'Put your next case on the calendar',
    lead: 'A short call will show what your counties can bring.',
  },
} as const satisfies IndustryContent;
