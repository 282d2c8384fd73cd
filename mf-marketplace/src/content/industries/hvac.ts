import type { Industry } from '../industry.ts';

export const hvac = {
  label: 'HVAC',
  scene: '/attached_assets/industries/heroes/hvac.svg',
  packs: [
    {
      id: 'hvac-summer-ac',
      name: 'Summer AC Pack',
      type: 'Repair & Maintenance',
      location: 'Phoenix Metro',
      leadCount: 18,
      price: 290,
      sampleLeads: [
        {
          name: 'Luis Ortega',
          phone: '(602) 555-0157',
          email: 'l•••@example.com',
          location: 'Chandler, AZ',
          daysAgo: 4,
          notes:
            'Upstairs unit has been blowing warm air since Sunday. 4-ton split system, 9 years old. Mornings work best.',
        },
      ],
    },
    {
      id: 'hvac-system-replacement',
      name: 'System Replacement Pack',
      type: 'New Installation',
      location: 'Dallas-Fort Worth',
      leadCount: 12,
      price: 420,
      sampleLeads: [
        {
          name: 'Monica Greer',
          phone: '(214) 555-0181',
          email: 'm•••@example.com',
          location: 'Arlington, TX',
          daysAgo: 2,
          notes: 'Furnace and condenser from 2006, compressor failed. 2,100 sq ft. Wants heat pump prices too.',
        },
      ],
    },
  ],
  landingPages: [
    {
      id: 'ac-repair-replacement',
      name: 'AC Repair & Replacement',
      image: {
        src: '/ac-repair-replacement.jpg',
        alt: 'Landing page for AC repair and replacement with days and hours to book',
      },
      conversionRate: '22-31%',
      features: ['Call tracking', 'Lead capture form', 'Appointment scheduling'],
      price: 179,
    },
  ],
} as const satisfies Industry;
