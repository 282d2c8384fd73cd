import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FormDefinition } from './form-definition.ts';
import { limits, messages } from './text-rules.ts';

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
