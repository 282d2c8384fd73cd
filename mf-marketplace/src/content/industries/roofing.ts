import type { Industry } from '../industry.ts';

export const roofing = {
  label: 'Roofing',
  scene: '/attached_assets/industries/heroes/roofing.svg',
  packs: [
    {
      id: 'roofing-storm-claims',
      name: 'Storm Claims Pack',
      type: 'Roof Replacement',
      location: 'Oklahoma City',
      leadCount: 20,
      price: 325,
      sampleLeads: [
        {
          name: 'Dale Whitfield',
          phone: '(405) 555-0148',
          email: 'd•••@example.com',
          location: 'Edmond, OK',
          daysAgo: 3,
          notes: 'Hail on both slopes. Claim is open and the adjuster comes on Thursday. Wants to sign this month.',
        },
      ],
    },
    {
      id: 'roofing-fast-repair',
      name: 'Fast Repair Pack',
      type: 'Leak Repair',
      location: 'Utah County',
      leadCount: 15,
      price: 225,
      sampleLeads: [
        {
          name: 'Karen Olsen',
          phone: '(801) 555-0112',
          email: 'k•••@example.com',
          location: 'Provo, UT',
          daysAgo: 1,
          notes: 'Leak around the kitchen vent after rain. Asphalt shingles, 14 years old. Home after 3 PM.',
        },
      ],
    },
    {
      id: 'roofing-premium-installation',
      name: 'Premium Installation Pack',
      type: 'New Construction',
      location: 'Metro Atlanta',
      leadCount: 12,
      price: 450,
      sampleLeads: [
        {
          name: 'Terrence Boyd',
          phone: '(404) 555-0173',
          email: 't•••@example.com',
          location: 'Marietta, GA',
          daysAgo: 6,
          notes: 'New build, 3,200 sq ft, standing-seam metal. Plans are ready, framing ends in six weeks.',
        },
      ],
    },
  ],
  landingPages: [
    {
      id: 'roof-storm-damage-assessment',
      name: 'Roof Storm Damage Assessment',
      image: {
        src: '/roof-storm-damage-assessment.jpg',
        alt: 'Landing page for a roof storm damage assessment with a request form',
      },
      conversionRate: '27-36%',
      features: ['Call tracking', 'Lead capture form', 'SMS follow-up'],
      price: 199,
    },
  ],
} as const satisfies Industry;
