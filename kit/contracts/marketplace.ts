import * as z from 'kit/schema';
import { optionalMultilineField, optionalTextField, optionalYesOrNoField } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** Choices of the checkout questionnaire and what it calls them (docs/specification.md#3). */
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

/** "Request Free Lead Sample": the specification checks no field, so only lengths are bounded. */
export const freeSampleSchema = z.object({
  fullName: optionalTextField(),
  email: optionalTextField(),
  phone: optionalTextField(),
  industry: optionalTextField(),
  cityState: optionalTextField(),
});

export type FreeSample = z.infer<typeof freeSampleSchema>;

export const freeSampleForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'cityState' },
  fields: {
    fullName: { mailLabel: 'Full name', lines: 'one', example: 'Ada Lovelace' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    industry: { mailLabel: 'Industry', lines: 'one', example: 'roofing' },
    cityState: { mailLabel: 'City state', lines: 'one', example: 'Provo, UT' },
  },
} as const satisfies FormDefinition<FreeSample>;

/** "Tell Us About Your Business": the specification checks no field, so only lengths are bounded. */
export const checkoutSchema = z.object({
  companyName: optionalTextField(),
  website: optionalTextField(),
  fullName: optionalTextField(),
  jobTitle: optionalTextField(),
  email: optionalTextField(),
  phone: optionalTextField(),
  serviceArea: optionalTextField(),
  leadVolume: optionalTextField(),
  deliveryMethod: optionalTextField(),
  monthlyBudget: optionalTextField(),
  comments: optionalMultilineField(limits.longText),
  terms: optionalYesOrNoField(),
  marketing: optionalYesOrNoField(),
});

export type Checkout = z.infer<typeof checkoutSchema>;

export const checkoutForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'companyName' },
  fields: {
    companyName: { mailLabel: 'Company name', lines: 'one', example: 'Analytical Roofing' },
    website: { mailLabel: 'Website', lines: 'one', example: 'https://roofing.example' },
    fullName: { mailLabel: 'Full name', lines: 'one', example: 'Ada Lovelace' },
    jobTitle: { mailLabel: 'Job title', lines: 'one', example: 'Owner' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    serviceArea: { mailLabel: 'Service area', lines: 'one', example: 'Utah County' },
    leadVolume: { mailLabel: 'Lead volume', lines: 'one', example: 'low' },
    deliveryMethod: { mailLabel: 'Delivery method', lines: 'one', example: 'email' },
    monthlyBudget: { mailLabel: 'Monthly budget', lines: 'one', example: 'medium' },
    comments: { mailLabel: 'Comments', lines: 'several', example: 'Please start next week.' },
    terms: { mailLabel: 'Terms', lines: 'one', example: true },
    marketing: { mailLabel: 'Marketing', lines: 'one', example: false },
  },
} as const satisfies FormDefinition<Checkout>;
