import { consultationForm } from './consultation.ts';
import type { FieldDefinitions, FormDefinition, KindDefinition } from './form-definition.ts';
import { homeQuestionnaireForm } from './home-questionnaire.ts';
import { sharedConsultationForm } from './industry-consultation.ts';
import { motivatedSellerForm } from './lead.ts';
import { checkoutForm, freeSampleForm } from './marketplace.ts';
import { limits } from './text-rules.ts';

/** The six forms that the specification keeps in the browser, by their names in `POST /api/inquiries`. */
export const inquiryForms = [
  'consultation',
  'industry-consultation',
  'motivated-seller',
  'home-questionnaire',
  'free-sample',
  'checkout',
] as const;

export type InquiryForm = (typeof inquiryForms)[number];

/**
 * The body of `POST /api/inquiries`. Our forms send it only if the site configuration sets `deliverLocalForms`; by default
 * nothing is sent, as the specification demands. This kind has several forms: `form` names the one whose values are in
 * `fields`.
 */
export const inquiryKind = {
  letter: 'Q',
  mailTitle: 'Inquiry',
  mailbox: 'sales',
  forms: {
    consultation: consultationForm,
    'industry-consultation': sharedConsultationForm,
    'motivated-seller': motivatedSellerForm,
    'home-questionnaire': homeQuestionnaireForm,
    'free-sample': freeSampleForm,
    checkout: checkoutForm,
  },
  fields: {
    form: {
      type: 'choice',
      choices: inquiryForms,
      message: 'This form is not known.',
      example: 'industry-consultation',
    },
    about: {
      type: 'text',
      limit: limits.shortText,
      optional: true,
      example: 'Roofing',
      description: 'An industry, or a lead pack and the button that was pressed.',
      whenEmpty: { store: null },
    },
    fields: {
      type: 'group',
      message: 'Please send the fields of the form.',
      description: 'The fields of the form that `form` names.',
      fields: sharedConsultationForm.fields,
    },
  },
} as const satisfies KindDefinition & { fields: FieldDefinitions; forms: Record<InquiryForm, FormDefinition> };
