import * as z from 'kit/schema';
import { sampleAgentId } from './agent.ts';
import { emailField, optionalChoiceField, optionalMultilineField, optionalYesOrNoField, textField } from './fields.ts';
import type { FormKind } from './form-definition.ts';
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

/** What the specification says of the volumes, in calls a day. */
export const expectedVolumeCalls = {
  low: '1-50 calls/day',
  medium: '51-200 calls/day',
  high: '200+ calls/day',
} as const;

export const satisfaction = { min: 1, max: 5, initial: 5 } as const;

const satisfactionField = z
  .int(feedbackMessages.agentSatisfaction)
  .check(
    z.minimum(satisfaction.min, feedbackMessages.agentSatisfaction),
    z.maximum(satisfaction.max, feedbackMessages.agentSatisfaction),
  );

/** The feedback and quote form (docs/specification.md#3, #5; the rules are those of the custom-agent quote). */
export const feedbackFormSchema = z.object({
  clientName: textField(limits.name, feedbackMessages.clientName),
  clientEmail: emailField(feedbackMessages.clientEmail),
  businessName: textField(limits.company, feedbackMessages.businessName),
  agentSatisfaction: satisfactionField,
  feedbackText: optionalMultilineField(),
  /** True unless somebody said no. */
  wantsQuote: optionalYesOrNoField(),
  businessType: optionalChoiceField(feedbackChoices.businessType),
  expectedVolume: optionalChoiceField(feedbackChoices.expectedVolume),
  specialRequirements: optionalMultilineField(),
  budget: optionalChoiceField(feedbackChoices.budget),
  timeline: optionalChoiceField(feedbackChoices.timeline),
});

export type FeedbackForm = z.infer<typeof feedbackFormSchema>;

/** The body of `POST /api/agents/{agentName}/feedback`: the form and the id of the agent. */
export const feedbackPayloadSchema = z.extend(feedbackFormSchema, {
  /** The `initial` one unless another was chosen. */
  agentSatisfaction: z.nullish(satisfactionField),
  agentId: textField(limits.requiredText, feedbackMessages.agentId),
});

export type FeedbackPayload = z.infer<typeof feedbackPayloadSchema>;

export const feedbackKind = {
  letter: 'F',
  mailTitle: 'Feedback',
  mailbox: 'officeManager',
  person: { name: 'clientName', email: 'clientEmail', about: 'businessName' },
  fields: {
    clientName: { mailLabel: 'Client name', lines: 'one', example: 'Grace Hopper' },
    clientEmail: { mailLabel: 'Client email', lines: 'one', example: 'grace@example.com' },
    businessName: { mailLabel: 'Business name', lines: 'one', example: 'Summit Dental Care' },
    agentSatisfaction: {
      mailLabel: 'Agent satisfaction',
      lines: 'one',
      example: satisfaction.initial,
      description: `${satisfaction.initial} unless something else was chosen.`,
      whenEmpty: { store: satisfaction.initial },
    },
    feedbackText: {
      mailLabel: 'Feedback text',
      lines: 'several',
      example: 'It booked two appointments on the first day.',
      whenEmpty: { store: null },
    },
    wantsQuote: {
      mailLabel: 'Wants quote',
      lines: 'one',
      example: true,
      description: 'True unless somebody said no.',
      whenEmpty: { store: true },
    },
    businessType: { mailLabel: 'Business type', lines: 'one', example: 'healthcare', whenEmpty: { store: null } },
    expectedVolume: { mailLabel: 'Expected volume', lines: 'one', example: 'medium', whenEmpty: { store: null } },
    specialRequirements: {
      mailLabel: 'Special requirements',
      lines: 'several',
      example: 'It should speak Spanish too.',
      whenEmpty: { store: null },
    },
    budget: { mailLabel: 'Budget', lines: 'one', example: '500-1000', whenEmpty: { store: null } },
    timeline: { mailLabel: 'Timeline', lines: 'one', example: '1month', whenEmpty: { store: null } },
    agentId: {
      mailLabel: 'Agent id',
      lines: 'one',
      example: sampleAgentId,
      description: 'The id that the look-up by name gave.',
    },
  },
  added: { agentName: { mailLabel: 'Agent name', lines: 'one', example: 'demo-agent' } },
} as const satisfies FormKind<FeedbackPayload>;
