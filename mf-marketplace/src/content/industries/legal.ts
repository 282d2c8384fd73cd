import type { Industry } from '../industry.ts';

export const legal = {
  label: 'Legal',
  scene: '/attached_assets/industries/heroes/legal.svg',
  packs: [
    {
      id: 'legal-personal-injury',
      name: 'Personal Injury Pack',
      type: 'Accident Claims',
      location: 'Los Angeles County',
      leadCount: 10,
      price: 550,
      sampleLeads: [
        {
          name: 'Renée Castillo',
          phone: '(213) 555-0164',
          email: 'r•••@example.com',
          location: 'Long Beach, CA',
          daysAgo: 1,
          notes: 'Rear-ended on the 405 nine days ago. Police report and clinic visit on file. No attorney yet.',
        },
      ],
    },
    {
      id: 'legal-estate-planning',
      name: 'Estate Planning Pack',
      type: 'Wills & Trusts',
      location: 'Chicago Metro',
      leadCount: 15,
      price: 375,
      sampleLeads: [
        {
          name: 'Harold Nowak',
          phone: '(312) 555-0139',
          email: 'h•••@example.com',
          location: 'Oak Park, IL',
          daysAgo: 5,
          notes: 'Married, two adult children, owns a two-flat. Wants a living trust instead of a will from 2004.',
        },
      ],
    },
  ],
  landingPages: [],
} as const satisfies Industry;
