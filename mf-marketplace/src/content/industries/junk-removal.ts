import type { Industry } from '../industry.ts';

export const junkRemoval = {
  label: 'Junk Removal',
  scene: '/attached_assets/industries/heroes/junk-removal.svg',
  packs: [
    {
      id: 'junk-removal-estate-cleanout',
      name: 'Estate Cleanout Pack',
      type: 'Residential Clearance',
      location: 'Seattle Metro',
      leadCount: 16,
      price: 240,
      sampleLeads: [
        {
          name: 'Joan Tveit',
          phone: '(206) 555-0131',
          email: 'j•••@example.com',
          location: 'Shoreline, WA',
          daysAgo: 6,
          notes: 'Mother’s house, two floors and a garage, must be empty before the closing. Piano on the first floor.',
        },
      ],
    },
    {
      id: 'junk-removal-construction-debris',
      name: 'Construction Debris Pack',
      type: 'Commercial Cleanup',
      location: 'Denver Area',
      leadCount: 12,
      price: 320,
      sampleLeads: [
        {
          name: 'Andre Mills',
          phone: '(303) 555-0177',
          email: 'a•••@example.com',
          location: 'Lakewood, CO',
          daysAgo: 3,
          notes: 'Office tear-out, about 30 cubic yards of drywall and studs. Loading dock is free before 7 AM.',
        },
      ],
    },
  ],
  landingPages: [],
} as const satisfies Industry;
