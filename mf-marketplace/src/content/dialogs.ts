import { checkoutDefaults } from 'kit/contracts/marketplace';
import { firstIndustry, industryKeys } from './industry-keys.ts';
import { market } from './market.ts';

export const freeSampleDialog = {
  title: 'Request Free Lead Sample',
  description: 'We’ll send you 3 real leads in your industry.',
  defaults: { fullName: '', email: '', phone: '', industry: firstIndustry, cityState: '' },
  industries: industryKeys.map((key) => ({ value: key, label: market[key].label })),
};

export const sampleLeadDialog = {
  title: 'Lead Sample',
  hint: 'An example of a lead in this pack. You get full contact details once you buy.',
  fields: [
    ['name', 'Name'],
    ['phone', 'Phone'],
    ['email', 'Email'],
    ['location', 'Location'],
    ['date', 'Date'],
    ['notes', 'Notes'],
  ],
} as const;

export const checkoutDialog = {
  title: 'Tell Us About Your Business',
  description: 'Who the leads are for, and how you want them. Every field is optional.',
  orderTerms: 'You pay once for this pack. Exclusive leads, final sale, no refunds. Nothing is charged on this page.',
  terms: 'I understand these leads are exclusive and final sale. No refunds available.',
  marketing: (brand: string) =>
    `I agree to receive marketing communications from ${brand}. I can unsubscribe at any time.`,
  defaults: {
    companyName: '',
    website: '',
    fullName: '',
    jobTitle: '',
    email: '',
    phone: '',
    serviceArea: '',
    ...checkoutDefaults,
    comments: '',
    terms: false,
    marketing: false,
  },
};

/** The messages after a dialog was sent, word for word (docs/specification.md#4). */
export const thanks = {
  'free-sample': {
    title: 'Sample request',
    message: 'Thank you for requesting a free sample! We will contact you shortly.',
  },
  checkout: {
    title: 'Lead pack purchase',
    message: 'Thank you for your purchase! You will receive an email with your leads shortly.',
  },
};
