import type * as z from 'kit/schema';
import { schemaOf } from './fields.ts';
import type { FieldDefinitions, FormKind, ValuesOf } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** The specification's messages (docs/specification.md#5), word for word; the last one is ours. */
export const supportMessages = {
  clientName: 'Name must be at least 2 characters',
  clientEmail: 'Please enter a valid email address',
  subject: 'Subject must be at least 5 characters',
  message: 'Message must be at least 10 characters',
  requestType: 'Please select a request type',
} as const;

/** The request types and their labels in the form (docs/specification.md#3). */
export const requestTypeLabels = {
  question: 'General Question',
  ready_to_proceed: 'Ready to Move Forward',
  technical_support: 'Technical Support',
  upgrade_request: 'Upgrade Request',
} as const;

export const requestTypes = ['question', 'ready_to_proceed', 'technical_support', 'upgrade_request'] as const;

export const defaultRequestType = 'question';

const supportFields = {
  clientName: {
    type: 'text',
    limit: limits.name,
    message: supportMessages.clientName,
    mailLabel: 'Client name',
    example: 'Grace Hopper',
  },
  clientEmail: {
    type: 'email',
    message: supportMessages.clientEmail,
    mailLabel: 'Client email',
    example: 'grace@example.com',
  },
  subject: {
    type: 'text',
    limit: limits.subject,
    message: supportMessages.subject,
    mailLabel: 'Subject',
    example: 'Opening hours have changed',
  },
  message: {
    type: 'text',
    lines: 'several',
    limit: limits.message,
    message: supportMessages.message,
    mailLabel: 'Message',
    example: 'We are open on Saturdays now, please tell the agent.',
  },
  requestType: {
    type: 'choice',
    choices: requestTypes,
    message: supportMessages.requestType,
    mailLabel: 'Request type',
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
    agentName: { ...agentField, mailLabel: 'Agent name', example: 'demo-agent' },
    // Browsers load this file, so it must not hold the code of a real agent. The API has its own example.
    agentCode: { ...agentField, mailLabel: 'Agent code', example: 'YOUR-CODE' },
  },
} as const satisfies FormKind;

export type SupportPayload = ValuesOf<typeof supportKind.fields>;
