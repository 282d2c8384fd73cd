import * as z from 'kit/schema';
import { choiceField, emailField, textField } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

/** The lead types of the form at /real-estate (docs/specification.md#3). */
export const sellerJobTypes = ['wholesale', 'cashbuyer', 'distressed'] as const;

/** The motivated-seller form: the lead form without company (docs/specification.md#5). */
export const motivatedSellerSchema = z.object({
  name: textField(limits.name, messages.name),
  phone: textField(limits.phone, messages.phone),
  email: emailField(),
  location: textField(limits.location, messages.location),
  jobType: choiceField(sellerJobTypes, messages.leadType),
});

export type MotivatedSeller = z.infer<typeof motivatedSellerSchema>;

export const motivatedSellerForm = {
  person: { name: 'name', phone: 'phone', email: 'email', about: 'location' },
  fields: {
    name: { mailLabel: 'Name', lines: 'one', example: 'Ada Lovelace' },
    phone: { mailLabel: 'Phone', lines: 'one', example: '(801) 555-0142' },
    email: { mailLabel: 'Email', lines: 'one', example: 'ada@example.com' },
    location: { mailLabel: 'Location', lines: 'one', example: 'Houston' },
    jobType: { mailLabel: 'Job type', lines: 'one', example: 'wholesale' },
  },
} as const satisfies FormDefinition<MotivatedSeller>;
