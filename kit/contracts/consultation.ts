import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import { choicesOf, type FormDefinition } from './form-definition.ts';
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

/** The consultation form that the industry pages share (docs/specification.md#5). */
export const sharedConsultationForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'company' },
  fields: {
    name: { type: 'text', limit: limits.name, message: messages.name, example: 'Ada Lovelace' },
    company: { type: 'text', limit: limits.company, message: messages.company, example: 'Analytical Roofing' },
    email: { type: 'email', example: 'ada@example.com' },
    phone: { type: 'text', limit: limits.phone, message: messages.phone, example: '(801) 555-0142' },
    message: {
      type: 'text',
      lines: 'several',
      limit: limits.message,
      message: messages.message,
      example: 'We want thirty leads a month.',
    },
  },
} as const satisfies FormDefinition;

export const sharedConsultationSchema = schemaOf(sharedConsultationForm.fields);

export type SharedConsultation = z.infer<typeof sharedConsultationSchema>;

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

/** The text beside the questionnaire's consent box (docs/specification.md#3). */
export const questionnaireConsent = 'I agree to be contacted about my lead generation needs';

/** The questionnaire of the home page. The specification validates no field, so only lengths are bounded. */
export const homeQuestionnaireForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'companyName' },
  fields: {
    fullName: { type: 'text', optional: true, example: 'Ada Lovelace' },
    email: { type: 'text', optional: true, example: 'ada@example.com' },
    phone: { type: 'text', optional: true, example: '(801) 555-0142' },
    companyName: { type: 'text', optional: true, example: 'Analytical Legal' },
    industry: { type: 'text', optional: true, example: 'legal' },
    monthlyAdBudget: { type: 'text', optional: true, example: '5000-10000' },
    goal: { type: 'text', optional: true, example: 'increase-leads' },
    additionalInformation: {
      type: 'text',
      lines: 'several',
      limit: limits.longText,
      optional: true,
      example: 'Two offices.',
    },
    consent: { type: 'yesOrNo', optional: true, example: true },
  },
} as const satisfies FormDefinition;

export const homeQuestionnaireSchema = schemaOf(homeQuestionnaireForm.fields);

export type HomeQuestionnaire = z.infer<typeof homeQuestionnaireSchema>;
