import type * as z from 'kit/schema';
import { sampleAgentId } from './agent.ts';
import { schemaOf } from './fields.ts';
import type { FieldDefinitions, FormKind } from './form-definition.ts';
import { limits } from './text-rules.ts';

export const feedbackMessages = {
  clientName: 'Name must be at least 2 characters',
  clientEmail: 'Please enter a valid email address',
  businessName: 'Business name must be at least 2 characters',
  agentSatisfaction: 'Please choose a satisfaction from 1 to 5',
  agentId: 'This is not the agent of this page',
} as const;

/** The choices of the feedback and quote form (docs/specification.md#3). */
export const feedbackChoices = {
  businessType: ['restaurant', 'retail', 'healthcare', 'realestate', 'automotive', 'professional', 'other'],
  expectedVolume: ['low', 'medium', 'high', 'unknown'],
  budget: ['under500', '500-1000', '1000-2500', '2500plus', 'discuss'],
  timeline: ['asap', '1week', '1month', '3months', 'planning'],
} as const;

/** The call volumes of the specification, in calls a day. */
export const expectedVolumeCalls = {
  low: '1-50 calls/day',
  medium: '51-200 calls/day',
  high: '200+ calls/day',
} as const;

export const satisfaction = { min: 1, max: 5, initial: 5 } as const;

const select = { type: 'choice', optional: true, orBlank: true, whenEmpty: { store: null } } as const;
const remark = { type: 'text', lines: 'several', optional: true, whenEmpty: { store: null } } as const;

const feedbackFields = {
  clientName: {
    type: 'text',
    limit: limits.name,
    message: feedbackMessages.clientName,
    mailLabel: 'Client name',
    example: 'Grace Hopper',
  },
  clientEmail: {
    type: 'email',
    message: feedbackMessages.clientEmail,
    mailLabel: 'Client email',
    example: 'grace@example.com',
  },
  businessName: {
    type: 'text',
    limit: limits.company,
    message: feedbackMessages.businessName,
    mailLabel: 'Business name',
    example: 'Summit Dental Care',
  },
  agentSatisfaction: {
    type: 'wholeNumber',
    min: satisfaction.min,
    max: satisfaction.max,
    message: feedbackMessages.agentSatisfaction,
    mailLabel: 'Agent satisfaction',
    example: satisfaction.initial,
    description: `${satisfaction.initial} unless something else was chosen.`,
    whenEmpty: { store: satisfaction.initial },
  },
  feedbackText: { ...remark, mailLabel: 'Feedback text', example: 'It booked two appointments on the first day.' },
  wantsQuote: {
    type: 'yesOrNo',
    optional: true,
    mailLabel: 'Wants quote',
    example: true,
    description: 'True unless somebody said no.',
    whenEmpty: { store: true },
  },
  businessType: { ...select, choices: feedbackChoices.businessType, mailLabel: 'Business type', example: 'healthcare' },
  expectedVolume: {
    ...select,
    choices: feedbackChoices.expectedVolume,
    mailLabel: 'Expected volume',
    example: 'medium',
  },
  specialRequirements: { ...remark, mailLabel: 'Special requirements', example: 'It should speak Spanish too.' },
  budget: { ...select, choices: feedbackChoices.budget, mailLabel: 'Budget', example: '500-1000' },
  timeline: { ...select, choices: feedbackChoices.timeline, mailLabel: 'Timeline', example: '1month' },
} as const satisfies FieldDefinitions;

/** The feedback and quote form (docs/specification.md#3, #5; the rules are those of the custom-agent quote). */
export const feedbackFormSchema = schemaOf(feedbackFields);

export type FeedbackForm = z.infer<typeof feedbackFormSchema>;

/** The body of `POST /api/agents/{agentName}/feedback`: the form and the id of the agent. */
export const feedbackKind = {
  letter: 'F',
  mailTitle: 'Feedback',
  mailbox: 'officeManager',
  person: { name: 'clientName', email: 'clientEmail', about: 'businessName' },
  fields: {
    ...feedbackFields,
    agentSatisfaction: { ...feedbackFields.agentSatisfaction, optional: true },
    agentId: {
      type: 'text',
      limit: limits.requiredText,
      message: feedbackMessages.agentId,
      mailLabel: 'Agent id',
      example: sampleAgentId,
      description: 'The id that the look-up by name gave.',
    },
  },
  added: { agentName: { type: 'text', mailLabel: 'Agent name', example: 'demo-agent' } },
} as const satisfies FormKind;
