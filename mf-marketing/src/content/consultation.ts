export const consultationPage = {
  title: 'Schedule a Consultation',
  lead: 'Tell us what you sell, where you sell it and what you spend on finding customers today.',
  carried: { text: 'Your answers are', link: 'in the form below' },
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
  expect: [
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
} as const;
