import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits } from './text-rules.ts';

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
