import { BeforeTheSign, beforeTheSign } from '../../sections/own/before-the-sign.tsx';
import { lowerEnd, ownFigure } from '../calculator.ts';
import { industryPanorama } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const content = {
  trade: 'real estate',
  hero: {
    kicker: 'Motivated seller leads',
    title: 'Reach home sellers before they list',
    lead: 'Inherited houses, missed mortgage payments, tired landlords: owners who ask for a cash offer, each sent to one investor or wholesaler.',
    stage: 'panorama',
    actions: [
      { label: 'Get your free leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=realEstate' },
    ],
    note: 'Your first 2 leads are free. No contracts.',
  },
  picture: industryPanorama(
    'real-estate',
    'The beam of a lighthouse finds a house with a For sale sign, and the couple in front of it',
  ),
  body: [
    { kind: 'own', ...beforeTheSign, tone: 'ink', draw: BeforeTheSign },
    {
      kind: 'ledger',
      title: 'What it costs to find a deal',
      lead: 'Averages across investors and wholesalers in managed campaigns.',
      caption: 'Motivated seller leads in figures',
      rows: [
        {
          measure: 'Price per lead',
          figure: '$100-250',
          meaning: 'In a managed campaign, by county and by the seller’s situation',
        },
        { measure: 'Leads per month', figure: '16', meaning: 'For one buyer in one metro area' },
        {
          measure: 'Contract rate',
          figure: '42%',
          meaning: 'Of the sellers you meet, how many sign a purchase agreement',
        },
        {
          measure: 'Return on investment (ROI)',
          figure: '215%',
          meaning: 'Profit on the closed deals, compared with what the leads cost',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'Take 2 leads for free. If they do not want to sell, you are out two phone calls.',
      against: [
        ['If they sell', 'You found a house for the price of two phone calls.'],
        ['If they do not', 'You know how our sellers sound, and owe us nothing for finding out.'],
      ],
    },
    { kind: 'form' },
    {
      kind: 'features',
      columns: 3,
      title: 'Three ways to buy',
      items: [
        {
          title: 'Wholesale',
          text: 'Off-market properties with room for an assignment fee. You get the condition, the payoff and the price they hope for.',
        },
        {
          title: 'Cash buyer',
          text: 'Sellers who would rather have a fast, certain closing than the last dollar, and say so.',
        },
        {
          title: 'Distressed',
          text: 'Foreclosure dates, code violations, vacant houses. Handled with care and with consent to be called.',
        },
      ],
    },
  ],
  form: {
    kind: 'seller',
    jobTypeLabel: 'Lead Type',
    jobTypes: { wholesale: 'Wholesale', cashbuyer: 'Cash buyer', distressed: 'Distressed property' },
    submitLabel: 'Get your free leads',
    title: 'Start with 2 free leads',
    lead: 'Tell us where and how you buy. We set up your county, and your first two sellers are on us.',
    points: ['Exclusive motivated sellers', 'Phone and email verified', 'No contracts'],
  },
  calculator: {
    industry: 'real-estate',
    leads: 16,
    booked: { percent: 70, basis: lowerEnd },
    visit: 'meetings',
    won: { percent: 42, jobs: 'signed contracts', basis: 'Of 100 sellers that you meet 42 sign a contract.' },
    worth: { dollars: 5000, basis: ownFigure },
  },
  closing: {
    title: 'The next house is around the corner',
    lead: 'Talk to us about your county and what it can bring.',
  },
} as const satisfies IndustryContent;
