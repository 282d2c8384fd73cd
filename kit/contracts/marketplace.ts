import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** Choices of the checkout questionnaire and their labels (docs/specification.md#3). */
export const checkoutChoices = {
  leadVolume: {
    low: '1-10 leads per month',
    medium: '11-25 leads per month',
    high: '26-50 leads per month',
    enterprise: '50+ leads per month',
  },
  deliveryMethod: { email: 'Email', text: 'Text', dashboard: 'Dashboard', crm: 'CRM' },
  monthlyBudget: {
    low: '$500-$1,000',
    medium: '$1,000-$2,500',
    high: '$2,500-$5,000',
    enterprise: '$5,000+',
  },
} as const;

export const checkoutDefaults = { leadVolume: 'low', deliveryMethod: 'email', monthlyBudget: 'medium' } as const;

/** "Request Free Lead Sample". The specification validates no field, so only lengths are bounded. */
export const freeSampleForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'cityState' },
  fields: {
    fullName: { type: 'text', optional: true, example: 'Ada Lovelace' },
    email: { type: 'text', optional: true, example: 'ada@example.com' },
    phone: { type: 'text', optional: true, example: '(801) 555-0142' },
    industry: { type: 'text', optional: true, example: 'roofing' },
    cityState: { type: 'text', optional: true, example: 'Provo, UT' },
  },
} as const satisfies FormDefinition;

export const freeSampleSchema = schemaOf(freeSampleForm.fields);

export type FreeSample = z.infer<typeof freeSampleSchema>;

/** "Tell Us About Your Business". The specification validates no field, so only lengths are bounded. */
export const checkoutForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'companyName' },
  fields: {
    companyName: { type: 'text', optional: true, example: 'Analytical Roofing' },
    website: { type: 'text', optional: true, example: 'https://roofing.example' },
    fullName: { type: 'text', optional: true, example: 'Ada Lovelace' },
    jobTitle: { type: 'text', optional: true, example: 'Owner' },
    email: { type: 'text', optional: true, example: 'ada@example.com' },
    phone: { type: 'text', optional: true, example: '(801) 555-0142' },
    serviceArea: { type: 'text', optional: true, example: 'Utah County' },
    leadVolume: { type: 'text', optional: true, example: 'low' },
    deliveryMethod: { type: 'text', optional: true, example: 'email' },
    monthlyBudget: { type: 'text', optional: true, example: 'medium' },
    comments: {
      type: 'text',
      lines: 'several',
      limit: limits.longText,
      optional: true,
      example: 'Please start next week.',
    },
    terms: { type: 'yesOrNo', optional: true, example: true },
    marketing: { type: 'yesOrNo', optional: true, example: false },
  },
} as const satisfies FormDefinition;

export const checkoutSchema = schemaOf(checkoutForm.fields);

export type Checkout = z.infer<typeof checkoutSchema>;
