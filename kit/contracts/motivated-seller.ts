import * as z from 'kit/schema';
import { choiceField, emailField, textField } from './fields.ts';
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
