import * as z from 'kit/schema';
import { choiceField, emailField, multilineField, optionalTextField, textField } from './fields.ts';
import type { FormKind } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** The specification's messages (docs/specification.md#5), word for word; the last one is ours. */
export const supportMessages = {
  clientName: 'Name must be at least 2 characters',
  clientEmail: 'Please enter a valid email address',
  subject: 'Subject must be at least 5 characters',
  message: 'Message must be at least 10 characters',
  requestType: 'Please select a request type',
} as const;

/** The request types and what the form calls them (docs/specification.md#3). */
export const requestTypeLabels = {
  question: 'General Question',
  ready_to_proceed: 'Ready to Move Forward',
  technical_support: 'Technical Support',
  upgrade_request: 'Upgrade Request',
} as const;

export const requestTypes = ['question', 'ready_to_proceed', 'technical_support', 'upgrade_request'] as const;

export const defaultRequestType = 'question';

/** The support form of the agent portal (docs/specification.md#3, #5). */
export const supportFormSchema = z.object({
  clientName: textField(limits.name, supportMessages.clientName),
  clientEmail: emailField(supportMessages.clientEmail),
  subject: textField(limits.subject, supportMessages.subject),
  message: multilineField(limits.message, supportMessages.message),
  requestType: choiceField(requestTypes, supportMessages.requestType),
});

export type SupportForm = z.infer<typeof supportFormSchema>;

/** The body of `POST /api/contact-support`: the form and the agent whose portal it was sent from. */
export const supportPayloadSchema = z.extend(supportFormSchema, {
  /** A {@link defaultRequestType} unless something else was chosen. */
  requestType: z.nullish(choiceField(requestTypes, supportMessages.requestType)),
  agentName: optionalTextField(limits.shortText),
  agentCode: optionalTextField(limits.shortText),
});

export type SupportPayload = z.infer<typeof supportPayloadSchema>;

export const supportKind = {
  letter: 'S',
  mailTitle: 'Support',
  mailbox: 'support',
  person: { name: 'clientName', email: 'clientEmail', about: 'subject' },
  fields: {
    clientName: { mailLabel: 'Client name', lines: 'one', example: 'Grace Hopper' },
    clientEmail: { mailLabel: 'Client email', lines: 'one', example: 'grace@example.com' },
    subject: { mailLabel: 'Subject', lines: 'one', example: 'Opening hours have changed' },
    message: {
      mailLabel: 'Message',
      lines: 'several',
      example: 'We are open on Saturdays now, please tell the agent.',
    },
    requestType: {
      mailLabel: 'Request type',
      lines: 'one',
      example: 'technical_support',
      description: `\`${defaultRequestType}\` unless something else was chosen.`,
      whenEmpty: { store: defaultRequestType },
    },
    agentName: { mailLabel: 'Agent name', lines: 'one', example: 'demo-agent', whenEmpty: { store: null } },
    agentCode: { mailLabel: 'Agent code', lines: 'one', example: 'DEMO-ACTIVE', whenEmpty: { store: null } },
  },
} as const satisfies FormKind<SupportPayload>;
