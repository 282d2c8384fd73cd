import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { contactFields } from './lead.ts';
import { messages } from './text-rules.ts';

/** The lead types of the form at /real-estate (docs/specification.md#3). */
export const sellerJobTypes = ['wholesale', 'cashbuyer', 'distressed'] as const;

/** The motivated-seller form: the lead form without a company (docs/specification.md#5). */
export const motivatedSellerForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'location' },
  fields: {
    name: contactFields.name,
    phone: contactFields.phone,
    email: contactFields.email,
    location: { ...contactFields.location, example: 'Houston' },
    jobType: {
      type: 'choice',
      choices: sellerJobTypes,
      message: messages.leadType,
      mailLabel: 'Job type',
      example: 'wholesale',
    },
  },
} as const satisfies FormDefinition;

export const motivatedSellerSchema = schemaOf(motivatedSellerForm.fields);

export type MotivatedSeller = z.infer<typeof motivatedSellerSchema>;
