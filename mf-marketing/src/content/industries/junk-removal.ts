import { LoadSizes, loadSizes } from '../../sections/own/load-sizes.tsx';
import { ownFigure } from '../calculator.ts';
import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'junk removal',
  hero: {
    kicker: 'Junk removal leads',
    title: 'Keep the truck full, every day of the week',
    lead: 'Garages, estates, old furniture: people near you who want it gone and ask what it costs. One hauler gets each request.',
    stage: 'bleed',
    tone: 'fog',
    actions: [
      { label: 'Get junk removal leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=junkRemoval' },
    ],
    note: 'Managed campaigns: no contracts, no payment if no leads.',
  },
  picture: industryHero(
    'junk-removal',
    'A container full of old furniture in front of a house, and a hauler beside the truck',
  ),
  body: [
    { kind: 'own', ...loadSizes, draw: LoadSizes },
    {
      kind: 'ledger',
      tone: 'fog',
      title: 'The math of a load',
      lead: 'What junk removal clients see in an average month of a managed campaign.',
      caption: 'Junk removal leads in figures',
      rows: [
        {
          measure: 'Price per lead',
          figure: '$25-45',
          meaning: 'In a managed campaign, by area and size of the job; you know it before you start',
        },
        { measure: 'Leads per month', figure: '25', meaning: 'For one truck in one service area' },
        { measure: 'Booking rate', figure: '78%', meaning: 'Leads that end with a date on your calendar' },
        {
          measure: 'Return on investment (ROI)',
          figure: '129%',
          meaning: 'Profit on the booked jobs, compared with what the leads cost',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'A half-empty truck costs as much to drive as a full one. Fill it with jobs in one neighborhood.',
      against: [
        ['One job across town', 'An hour on the road for a sofa, and the truck comes home half empty.'],
        ['Three jobs on one street', 'You choose ZIP codes and days; you never pay for requests from anywhere else.'],
      ],
    },
    {
      kind: 'catalog',
      look: 'columns',
      title: 'Loads worth the drive',
      lead: 'Pick the jobs that suit your truck and your crew.',
      items: [
        {
          title: 'Garage cleanouts',
          text: 'One visit, one driveway, one load.',
          points: ['Photos of the pile', 'Access and stairs', 'The day they want'],
        },
        {
          title: 'Estate cleanouts',
          text: 'Whole houses for families and executors.',
          points: ['Rooms and square feet', 'Closing date of the sale', 'Who has the key'],
        },
        {
          title: 'Furniture and appliances',
          text: 'Quick stops between the large jobs.',
          points: ['A list of items', 'Floor and elevator', 'Curbside or inside'],
        },
      ],
    },
    { kind: 'form' },
  ],
  form: {
    kind: 'lead',
    industry: 'junkRemoval',
    jobTypeLabel: 'Job Type',
    jobTypes: {
      garage: 'Garage cleanouts',
      estate: 'Estate cleanouts',
      furniture: 'Furniture and appliances',
      all: 'All junk removal jobs',
    },
    submitLabel: 'Get junk removal leads',
    title: 'Where does your truck go?',
    lead: 'Tell us your area and the loads you want. We call you back with what a month can bring.',
    points: ['You know the price per lead before you start', 'Exclusive to your company', 'Stop whenever you like'],
  },
  calculator: {
    industry: 'junk-removal',
    leads: 25,
    booked: { percent: 78, basis: 'Of 100 leads 78 end with a date.' },
    visit: 'bookings',
    worth: { dollars: 300, basis: ownFigure },
  },
  closing: {
    title: 'Start with one truck',
    lead: 'When it stays full, add a second. Ad spend grows with the business, not ahead of it.',
  },
} as const satisfies IndustryContent;
