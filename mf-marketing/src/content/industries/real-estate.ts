import { industryHero } from '../drawings.ts';
import type { IndustryContent } from '../industry-content.ts';

export const realEstate = {
  hero: {
    kicker: 'Motivated seller leads',
    title: 'Owners who want to sell before it is listed',
    lead: 'Inherited houses, late mortgages, tired landlords. People who ask for a cash offer, sent to one investor or wholesaler in the county.',
    actions: [
      { label: 'Get 2 free leads', to: '#contact' },
      { label: 'See lead packs', to: '/leads?industry=realEstate' },
    ],
    note: 'Your first 2 leads are free. No contracts.',
  },
  picture: industryHero(
    'real-estate',
    'The beam of a lighthouse picks out the house with a For sale sign in a dark street',
  ),
  body: [
    {
      kind: 'ledger',
      title: 'What a deal costs to find',
      lead: 'Figures of investors and wholesalers who buy from us.',
      caption: 'Motivated seller leads in figures',
      rows: [
        { measure: 'Price of a lead', figure: '$100-250', meaning: 'By county and by situation of the seller' },
        { measure: 'Leads per month', figure: '16', meaning: 'For one buyer in one metro area' },
        { measure: 'Contract rate', figure: '42%', meaning: 'Sellers who sign a purchase agreement' },
        { measure: 'Return on investment (ROI)', figure: '215%', meaning: 'After the price of the leads' },
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
          text: 'Off-market properties with room for an assignment. You get condition, payoff and the price they hope for.',
        },
        {
          title: 'Cash buyer',
          text: 'Sellers who choose a fast and certain closing over the last dollar, and said so.',
        },
        {
          title: 'Distressed',
          text: 'Foreclosure dates, code violations, vacant houses. Handled with care and with consent to be called.',
        },
      ],
    },
    {
      kind: 'statement',
      text: 'Take 2 leads for free. If the sellers do not want to sell, you have lost two phone calls.',
    },
    {
      kind: 'steps',
      title: 'How a seller finds you',
      items: [
        {
          title: 'They look for a way out',
          text: '"Sell my house fast" is typed late in the evening. Our ads stand there.',
        },
        { title: 'They tell the story', text: 'Address, condition, reason, timing. We verify phone and email.' },
        { title: 'You make the offer', text: 'Nobody else has the address. You get it in real time.' },
      ],
    },
  ],
  form: {
    kind: 'seller',
    jobTypeLabel: 'Lead Type',
    jobTypes: { wholesale: 'Wholesale', cashbuyer: 'Cash buyer', distressed: 'Distressed property' },
    submitLabel: 'Get my 2 free leads',
    title: 'Start with 2 free leads',
    lead: 'Tell us where you buy and how. We set your county up and send the first two sellers on us.',
    points: ['Exclusive motivated sellers', 'Phone and email verified', 'No contracts'],
  },
  closing: {
    title: 'The next house is around the corner',
    lead: 'Talk to us about your county and what it brings.',
    action: { label: 'Book a consultation', to: '/consultation' },
  },
} as const satisfies IndustryContent;
