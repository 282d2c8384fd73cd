import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import { choicesOf, type FieldDefinitions, type FormKind, type ValuesOf } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** The request types and their labels in the form (docs/specification.md#3). */
export const requestTypeLabels = {
  question: 'General Question',
  ready_to_proceed: 'Ready to Move Forward',
  technical_support: 'Technical Support',
  upgrade_request: 'Upgrade Request',
} as const;

export const defaultRequestType = 'question';

const supportFields = {
  clientName: {
    type: 'text',
    limit: limits.name,
    message: 'Name must be at least 2 characters',
    example: 'Grace Hopper',
  },
  clientEmail: { type: 'email', message: 'Please enter a valid email address', example: 'grace@example.com' },
  subject: {
    type: 'text',
    limit: limits.subject,
    message: 'Subject must be at least 5 characters',
    example: 'Opening hours have changed',
  },
  message: {
    type: 'text',
    lines: 'several',
    limit: limits.message,
    message: 'Message must be at least 10 characters',
    example: 'We are open on Saturdays now, please tell the agent.',
  },
  requestType: {
    type: 'choice',
    choices: choicesOf(requestTypeLabels),
    message: 'Please select a request type',
    example: 'technical_support',
    description: `\`${defaultRequestType}\` unless something else was chosen.`,
    whenEmpty: { store: defaultRequestType },
  },
} as const satisfies FieldDefinitions;

/** The support form of the agent portal (docs/specification.md#3, #5). */
export const supportFormSchema = schemaOf(supportFields);

export type SupportForm = z.infer<typeof supportFormSchema>;

const agentField = { type: 'text', limit: limits.shortText, optional: true, whenEmpty: { store: null } } as const;

/** The body of `POST /api/contact-support`: the form and the agent of the portal that sent it. */
export const supportKind = {
  letter: 'S',
  mailTitle: 'Support',
  mailbox: 'support',
  person: { name: 'clientName', email: 'clientEmail', about: 'subject' },
  fields: {
    ...supportFields,
    requestType: { ...supportFields.requestType, optional: true },
    agentName: { ...agentField, example: 'demo-agent' },
    // Browsers load this file, so it must not hold the code of a real agent. The API has its own example.
    agentCode: { ...agentField, example: 'YOUR-CODE' },
  },
} as const satisfies FormKind;

export type SupportPayload = ValuesOf<typeof supportKind.fields>;
