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
