import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import { choicesOf, type FormDefinition } from './form-definition.ts';
import { sharedConsultationForm } from './industry-consultation.ts';
import { limits, messages } from './text-rules.ts';

/** Choices of the form at /consultation with their labels (docs/specification.md#3). */
export const consultationIndustries = {
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
} as const;

export const consultationBudgets = {
  'under-5k': 'Under $5,000',
  '5k-10k': '$5,000 - $10,000',
  '10k-20k': '$10,000 - $20,000',
  '20k-50k': '$20,000 - $50,000',
  'over-50k': 'Over $50,000',
} as const;

const { message: consultationMessage, ...consultationContact } = sharedConsultationForm.fields;

/** The site consultation form at /consultation (docs/specification.md#5). */
export const consultationForm = {
  person: sharedConsultationForm.person,
  fields: {
    // The list of errors follows the order of the form.
    ...consultationContact,
    website: { type: 'text', limit: limits.shortText, optional: true, example: 'https://roofing.example' },
    industry: {
      type: 'choice',
      choices: choicesOf(consultationIndustries),
      message: messages.industry,
      example: 'roofing',
    },
    budget: { type: 'choice', choices: choicesOf(consultationBudgets), message: messages.budget, example: '5k-10k' },
    message: consultationMessage,
  },
} as const satisfies FormDefinition;

export const consultationSchema = schemaOf(consultationForm.fields);

export type Consultation = z.infer<typeof consultationSchema>;
