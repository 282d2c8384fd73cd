import type { Industry } from '../industry.ts';

export const realEstate = {
  label: 'Real Estate',
  scene: '/attached_assets/industries/heroes/real-estate.svg',
  packs: [
    {
      id: 'real-estate-seller-leads',
      name: 'Seller Leads Pack',
      type: 'Residential Listings',
      location: 'Miami-Dade',
      leadCount: 14,
      price: 385,
      sampleLeads: [
        {
          name: 'Ileana Suárez',
          phone: '(305) 555-0144',
          email: 'i•••@example.com',
          location: 'Kendall, FL',
          daysAgo: 2,
          notes: 'Three-bedroom house, moving for work. Wants a listing price and an agent this month.',
        },
      ],
    },
    {
      id: 'real-estate-wholesaling',
      name: 'Wholesaling Pack',
      type: 'Off-Market Properties',
      location: 'Houston Metro',
      leadCount: 10,
      price: 450,
      sampleLeads: [
        {
          name: 'Curtis Landry',
          phone: '(713) 555-0168',
          email: 'c•••@example.com',
          location: 'Pasadena, TX',
          daysAgo: 7,
          notes: 'Inherited a house that needs a foundation and a roof. No mortgage. Would take cash within 30 days.',
        },
      ],
    },
  ],
  landingPages: [],
} as const satisfies Industry;
