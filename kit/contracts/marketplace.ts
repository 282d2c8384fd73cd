import * as z from 'kit/schema';
import { optionalMultilineField, optionalTextField, optionalYesOrNoField } from './fields.ts';
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
