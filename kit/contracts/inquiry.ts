import * as z from 'zod/mini';
import {
  consultationForm,
  consultationSchema,
  homeQuestionnaireForm,
  homeQuestionnaireSchema,
  sharedConsultationForm,
  sharedConsultationSchema,
} from './consultation.ts';
import { optionalTextField } from './fields.ts';
import type { FieldDefinitions, FormDefinition, KindDefinition } from './form-definition.ts';
import { checkoutForm, checkoutSchema, freeSampleForm, freeSampleSchema } from './marketplace.ts';
import { motivatedSellerForm, motivatedSellerSchema } from './motivated-seller.ts';
import { limits } from './text-rules.ts';

/** The six forms that the specification keeps local, by the name they have in `POST /api/inquiries`. */
export const inquirySchemas = {
  consultation: consultationSchema,
  'industry-consultation': sharedConsultationSchema,
  'motivated-seller': motivatedSellerSchema,
  'home-questionnaire': homeQuestionnaireSchema,
  'free-sample': freeSampleSchema,
  checkout: checkoutSchema,
} as const;

export type InquiryForm = keyof typeof inquirySchemas;

export const inquiryForms = [
  'consultation',
  'industry-consultation',
  'motivated-seller',
  'home-questionnaire',
  'free-sample',
  'checkout',
] as const satisfies InquiryForm[];

export const inquiryMessages = {
  form: 'This form is not known.',
  fields: 'Please send the fields of the form.',
} as const;

/** What the form was about, in words for the office: an industry, a lead pack and the button that was pressed. */
const about = optionalTextField(limits.shortText);

const inquiryOf = <Form extends InquiryForm>(form: Form) =>
  z.object({ form: z.literal(form), about, fields: z.object(inquirySchemas[form].shape, inquiryMessages.fields) });

/**
 * The body of `POST /api/inquiries`, which our forms send only where the site configuration says `deliverLocalForms`
 * (default: nothing is sent, as the specification has it).
 */
export const inquirySchema = z.discriminatedUnion(
  'form',
  [
    inquiryOf('consultation'),
    inquiryOf('industry-consultation'),
    inquiryOf('motivated-seller'),
    inquiryOf('home-questionnaire'),
    inquiryOf('free-sample'),
    inquiryOf('checkout'),
  ],
  inquiryMessages.form,
);

export type Inquiry = z.infer<typeof inquirySchema>;

/** The kind with more than one form: `form` names whose fields stand in `fields`. */
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
    form: { mailLabel: 'Form', lines: 'one', example: 'industry-consultation' },
    about: {
      mailLabel: 'About',
      lines: 'one',
      example: 'Roofing',
      description: 'An industry, or a lead pack and the button that was pressed.',
      whenEmpty: { store: null },
    },
    fields: {
      mailLabel: 'Fields',
      description: 'The fields of the form that `form` names.',
      fields: sharedConsultationForm.fields,
    },
  },
} as const satisfies KindDefinition & {
  fields: Record<keyof Inquiry, FieldDefinitions[string]>;
  forms: Record<InquiryForm, FormDefinition>;
};
