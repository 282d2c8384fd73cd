import * as z from 'kit/schema';
import {
  choiceField,
  emailField,
  multilineField,
  optionalMultilineField,
  optionalTextField,
  optionalYesOrNoField,
  textField,
} from './fields.ts';
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
export const sharedConsultationSchema = z.object({
  name: textField(limits.name, messages.name),
  company: textField(limits.company, messages.company),
  email: emailField(),
  phone: textField(limits.phone, messages.phone),
  message: multilineField(limits.message, messages.message),
});

export type SharedConsultation = z.infer<typeof sharedConsultationSchema>;

export const sharedConsultationForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'company' },
  fields: {
    name: { mailLabel: 'Name', lines: 'one', example: 'Ada Lovelace' },
    company: { mailLabel: 'Company', lines: 'one', example: 'Analytical Roofing' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    message: { mailLabel: 'Message', lines: 'several', example: 'We want thirty leads a month.' },
  },
} as const satisfies FormDefinition<SharedConsultation>;

/** The site consultation form at /consultation (docs/specification.md#5). */
export const consultationSchema = z.object({
  // In the order of the form: a list of errors follows it.
  name: sharedConsultationSchema.shape.name,
  company: sharedConsultationSchema.shape.company,
  email: sharedConsultationSchema.shape.email,
  phone: sharedConsultationSchema.shape.phone,
  website: optionalTextField(limits.shortText),
  industry: choiceField(consultationIndustries, messages.industry),
  budget: choiceField(consultationBudgets, messages.budget),
  message: sharedConsultationSchema.shape.message,
});

export type Consultation = z.infer<typeof consultationSchema>;

export const consultationForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'company' },
  fields: {
    name: { mailLabel: 'Name', lines: 'one', example: 'Ada Lovelace' },
    company: { mailLabel: 'Company', lines: 'one', example: 'Analytical Roofing' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    website: { mailLabel: 'Website', lines: 'one', example: 'https://roofing.example' },
    industry: { mailLabel: 'Industry', lines: 'one', example: 'roofing' },
    budget: { mailLabel: 'Budget', lines: 'one', example: '5k-10k' },
    message: { mailLabel: 'Message', lines: 'several', example: 'We want thirty leads a month.' },
  },
} as const satisfies FormDefinition<Consultation>;

/** Choices of the home-page style questionnaire (docs/specification.md#3). */
export const questionnaireChoices = {
  industry: ['healthcare', 'telehealth', 'health-insurance', 'debt-relief', 'roofing', 'legal', 'other'],
  monthlyAdBudget: ['2500-5000', '5000-10000', '10000-25000', '25000+'],
  goal: ['increase-leads', 'improve-quality', 'reduce-cost', 'expand-market', 'automate'],
} as const;

/** The words beside the questionnaire's consent box (docs/specification.md#3). */
export const questionnaireConsent = 'I agree to be contacted about my lead generation needs';

/** The home-page style questionnaire: the specification validates nothing, so only lengths are bounded. */
export const homeQuestionnaireSchema = z.object({
  fullName: optionalTextField(),
  email: optionalTextField(),
  phone: optionalTextField(),
  companyName: optionalTextField(),
  industry: optionalTextField(),
  monthlyAdBudget: optionalTextField(),
  goal: optionalTextField(),
  additionalInformation: optionalMultilineField(limits.longText),
  consent: optionalYesOrNoField(),
});

export type HomeQuestionnaire = z.infer<typeof homeQuestionnaireSchema>;

export const homeQuestionnaireForm = {
  person: { name: 'fullName', phone: 'phone', email: 'email', about: 'companyName' },
  fields: {
    fullName: { mailLabel: 'Full name', lines: 'one', example: 'Ada Lovelace' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    companyName: { mailLabel: 'Company name', lines: 'one', example: 'Analytical Legal' },
    industry: { mailLabel: 'Industry', lines: 'one', example: 'legal' },
    monthlyAdBudget: { mailLabel: 'Monthly ad budget', lines: 'one', example: '5000-10000' },
    goal: { mailLabel: 'Goal', lines: 'one', example: 'increase-leads' },
    additionalInformation: { mailLabel: 'Additional information', lines: 'several', example: 'Two offices.' },
    consent: { mailLabel: 'Consent', lines: 'one', example: true },
  },
} as const satisfies FormDefinition<HomeQuestionnaire>;
