import type * as z from 'kit/schema';
import { sampleAgentId } from './agent.ts';
import { schemaOf } from './fields.ts';
import { choicesOf, type FieldDefinitions, type FormKind } from './form-definition.ts';
import { limits } from './text-rules.ts';

/** The choices of the feedback and quote form with their labels (docs/specification.md#3). */
export const feedbackChoices = {
  businessType: {
    restaurant: 'Restaurant',
    retail: 'Retail',
    healthcare: 'Healthcare',
    realestate: 'Real Estate',
    automotive: 'Automotive',
    professional: 'Professional Services',
    other: 'Other',
  },
  expectedVolume: {
    low: 'Low (1-50 calls/day)',
    medium: 'Medium (51-200 calls/day)',
    high: 'High (200+ calls/day)',
    unknown: 'Not sure yet',
  },
  budget: {
    under500: 'Under $500',
    '500-1000': '$500-$1,000',
    '1000-2500': '$1,000-$2,500',
    '2500plus': '$2,500 or more',
    discuss: 'Let’s discuss it',
  },
  timeline: {
    asap: 'As soon as possible',
    '1week': 'Within 1 week',
    '1month': 'Within 1 month',
    '3months': 'Within 3 months',
    planning: 'Just planning',
  },
} as const;

export const satisfaction = { min: 1, max: 5, initial: 5 } as const;

const select = { type: 'choice', optional: true, orBlank: true, whenEmpty: { store: null } } as const;
const remark = { type: 'text', lines: 'several', optional: true, whenEmpty: { store: null } } as const;

const feedbackFields = {
  clientName: {
    type: 'text',
    limit: limits.name,
    message: 'Name must be at least 2 characters',
    example: 'Grace Hopper',
  },
  clientEmail: { type: 'email', message: 'Please enter a valid email address', example: 'grace@example.com' },
  businessName: {
    type: 'text',
    limit: limits.company,
    message: 'Business name must be at least 2 characters',
    example: 'Summit Dental Care',
  },
  agentSatisfaction: {
    type: 'wholeNumber',
    min: satisfaction.min,
    max: satisfaction.max,
    message: 'Please choose a satisfaction from 1 to 5',
    example: satisfaction.initial,
    description: `${satisfaction.initial} unless something else was chosen.`,
    whenEmpty: { store: satisfaction.initial },
  },
  feedbackText: { ...remark, example: 'It booked two appointments on the first day.' },
  wantsQuote: {
    type: 'yesOrNo',
    optional: true,
    example: true,
    description: 'True unless somebody said no.',
    whenEmpty: { store: true },
  },
  businessType: { ...select, choices: choicesOf(feedbackChoices.businessType), example: 'healthcare' },
  expectedVolume: { ...select, choices: choicesOf(feedbackChoices.expectedVolume), example: 'medium' },
  specialRequirements: { ...remark, example: 'It should speak Spanish too.' },
  budget: { ...select, choices: choicesOf(feedbackChoices.budget), example: '500-1000' },
  timeline: { ...select, choices: choicesOf(feedbackChoices.timeline), example: '1month' },
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
      message: 'This is not the agent of this page',
      example: sampleAgentId,
      description: 'The id that the look-up by name gave.',
    },
  },
  added: { agentName: { type: 'text', example: 'demo-agent' } },
} as const satisfies FormKind;
