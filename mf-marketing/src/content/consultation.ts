import type { consultationBudgets, consultationIndustries } from 'kit/contracts/consultation';

type Industry = (typeof consultationIndustries)[number];
type Budget = (typeof consultationBudgets)[number];

/** The labels of the industries in the form at /consultation. */
export const consultationIndustryLabels = {
  healthcare: 'Healthcare',
  telehealth: 'Telehealth',
  'health-insurance': 'Health Insurance',
  'debt-relief': 'Debt Relief',
  roofing: 'Roofing',
  legal: 'Legal',
  solar: 'Solar',
  'real-estate': 'Real Estate',
  hvac: 'HVAC',
  'junk-removal': 'Junk Removal',
  other: 'Other',
} as const satisfies Record<Industry, string>;

export const consultationBudgetLabels = {
  'under-5k': 'Under $5,000',
  '5k-10k': '$5,000 - $10,000',
  '10k-20k': '$10,000 - $20,000',
  '20k-50k': '$20,000 - $50,000',
  'over-50k': 'Over $50,000',
} as const satisfies Record<Budget, string>;

export const consultationPage = {
  title: 'Schedule a Consultation',
  lead: 'Tell us what you sell, where you sell it and what you spend on finding customers today.',
  form: {
    title: 'Book a consultation',
    submitLabel: 'Book a consultation',
    lead: 'Eight questions, no commitment.',
    points: [
      'Exclusive, verified leads',
      'TCPA-compliant from the first click',
      'Managed campaigns: no contracts, no payment if no leads',
    ],
  },
  expect: {
    title: 'What to Expect',
    steps: [
      {
        title: 'Initial contact within 24 hours',
        text: 'A real person calls or emails, makes sure we understood you and sets a time to talk.',
      },
      {
        title: 'Strategy consultation',
        text: 'We go through your area, your margins and what a customer is worth to you, and tell you what we would do.',
      },
      {
        title: 'Custom proposal with pricing',
        text: 'In writing, with volumes and prices for your market. Decide whenever you are ready.',
      },
    ],
  },
} as const;
