import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** Choices of the form at /consultation (docs/specification.md#3). */
export const consultationIndustries = [
  'healthcare',
  'telehealth',
  'health-insurance',
  'debt-relief',
  'roofing',
  'legal',
  'solar',
  'real-estate',
  'hvac',
  'junk-removal',
  'other',
] as const;

export const consultationBudgets = ['under-5k', '5k-10k', '10k-20k', '20k-50k', 'over-50k'] as const;

/** The consultation form that the industry pages share (docs/specification.md#5). */
export const sharedConsultationForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'company' },
  fields: {
    name: { type: 'text', limit: limits.name, message: messages.name, mailLabel: 'Name', example: 'Ada Lovelace' },
    company: {
      type: 'text',
      limit: limits.company,
      message: messages.company,
      mailLabel: 'Company',
      example: 'Analytical Roofing',
    },
    email: { type: 'email', mailLabel: 'Email', example: 'ada@example.com' },
    phone: {
      type: 'text',
      limit: limits.phone,
      message: messages.phone,
      mailLabel: 'Phone',
      example: '(801) 555-0142',
    },
    message: {
      type: 'text',
      lines: 'several',
      limit: limits.message,
      message: messages.message,
      mailLabel: 'Message',
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
    website: {
      type: 'text',
      limit: limits.shortText,
      optional: true,
      mailLabel: 'Website',
      example: 'https://roofing.example',
    },
    industry: {
      type: 'choice',
      choices: consultationIndustries,
      message: messages.industry,
      mailLabel: 'Industry',
      example: 'roofing',
    },
    budget: {
      type: 'choice',
      choices: consultationBudgets,
      message: messages.budget,
      mailLabel: 'Budget',
      example: '5k-10k',
    },
    message: consultationMessage,
  },
} as const satisfies FormDefinition;

export const consultationSchema = schemaOf(consultationForm.fields);

export type Consultation = z.infer<typeof consultationSchema>;

/** Choices of the home-page style questionnaire (docs/specification.md#3). */
export const questionnaireChoices = {
  industry: ['healthcare', 'telehealth', 'health-insurance', 'debt-relief', 'roofing', 'legal', 'other'],
  monthlyAdBudget: ['2500-5000', '5000-10000', '10000-25000', '25000+'],
  goal: ['increase-leads', 'improve-quality', 'reduce-cost', 'expand-market', 'automate'],
} as const;

/** The text beside the questionnaire's consent box (docs/specification.md#3). */
export const questionnaireConsent = 'I agree to be contacted about my lead generation needs';

/** The questionnaire of the home page. The specification validates no field, so only lengths are bounded. */
export const homeQuestionnaireForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'companyName' },
  fields: {
    fullName: { type: 'text', optional: true, mailLabel: 'Full name', example: 'Ada Lovelace' },
    email: { type: 'text', optional: true, mailLabel: 'Email', example: 'ada@example.com' },
    phone: { type: 'text', optional: true, mailLabel: 'Phone', example: '(801) 555-0142' },
    companyName: { type: 'text', optional: true, mailLabel: 'Company name', example: 'Analytical Legal' },
    industry: { type: 'text', optional: true, mailLabel: 'Industry', example: 'legal' },
    monthlyAdBudget: { type: 'text', optional: true, mailLabel: 'Monthly ad budget', example: '5000-10000' },
    goal: { type: 'text', optional: true, mailLabel: 'Goal', example: 'increase-leads' },
    additionalInformation: {
      type: 'text',
      lines: 'several',
      limit: limits.longText,
      optional: true,
      mailLabel: 'Additional information',
      example: 'Two offices.',
    },
    consent: { type: 'yesOrNo', optional: true, mailLabel: 'Consent', example: true },
  },
} as const satisfies FormDefinition;

export const homeQuestionnaireSchema = schemaOf(homeQuestionnaireForm.fields);

export type HomeQuestionnaire = z.infer<typeof homeQuestionnaireSchema>;
