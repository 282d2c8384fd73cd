import type { Industry } from '../industry.ts';

export const solar = {
  label: 'Solar',
  scene: '/attached_assets/industries/heroes/solar.svg',
  packs: [
    {
      id: 'solar-residential',
      name: 'Residential Solar Pack',
      type: 'Home Installation',
      location: 'Southern California',
      leadCount: 15,
      price: 475,
      sampleLeads: [
        {
          name: 'Priya Raman',
          phone: '(619) 555-0126',
          email: 'p•••@example.com',
          location: 'Escondido, CA',
          daysAgo: 2,
          notes: 'Owns the house, south-facing tile roof, pays about $310 a month for power. Asks about a battery.',
        },
      ],
    },
    {
      id: 'solar-commercial',
      name: 'Commercial Solar Pack',
      type: 'Business Installation',
      location: 'New Jersey',
      leadCount: 8,
      price: 590,
      sampleLeads: [
        {
          name: 'Stephen Marchetti',
          phone: '(201) 555-0195',
          email: 's•••@example.com',
          location: 'Secaucus, NJ',
          daysAgo: 5,
          notes:
            'Warehouse with 40,000 sq ft of flat roof, resurfaced in 2023. The owner decides. Has the budget this year.',
        },
      ],
    },
  ],
  landingPages: [
    {
      id: 'solar-savings-calculator',
      name: 'Solar Savings Calculator',
      image: {
        src: '/solar-savings-calculator.jpg',
        alt: 'Landing page with a solar savings calculator: two sliders and falling bars',
      },
      conversionRate: '18-25%',
      features: ['Interactive calculator', 'Lead capture form', 'Automated follow-up'],
      price: 249,
    },
  ],
} as const satisfies Industry;
