import { feedbackChoices, feedbackMessages, satisfaction } from 'kit/contracts/feedback';
import { limits } from 'kit/contracts/text-rules';
import { sampleAgentId } from '../agents/seed-sample-agents.ts';
import { OptionalChoice, OptionalYesOrNo, WholeNumber } from '../validation/choices.ts';
import { Email, OptionalMultilineText, Text } from '../validation/text.ts';

export class FeedbackDto {
  @Text(limits.name, feedbackMessages.clientName, { example: 'Grace Hopper' })
  clientName!: string;

  @Email({ example: 'grace@example.com' }, feedbackMessages.clientEmail)
  clientEmail!: string;

  @Text(limits.company, feedbackMessages.businessName, { example: 'Summit Dental Care' })
  businessName!: string;

  @WholeNumber(satisfaction, feedbackMessages.agentSatisfaction, { example: satisfaction.initial })
  agentSatisfaction!: number;

  @OptionalMultilineText({ example: 'It booked two appointments on the first day.' })
  feedbackText?: string | null;

  @OptionalYesOrNo({ example: true, description: 'True unless somebody said no.' })
  wantsQuote?: boolean | null;

  @OptionalChoice(feedbackChoices.businessType, { example: 'healthcare' })
  businessType?: string | null;

  @OptionalChoice(feedbackChoices.expectedVolume, { example: 'medium' })
  expectedVolume?: string | null;

  @OptionalMultilineText({ example: 'It should speak Spanish too.' })
  specialRequirements?: string | null;

  @OptionalChoice(feedbackChoices.budget, { example: '500-1000' })
  budget?: string | null;

  @OptionalChoice(feedbackChoices.timeline, { example: '1month' })
  timeline?: string | null;

  @Text(limits.requiredText, feedbackMessages.agentId, {
    example: sampleAgentId,
    description: 'The id that the look-up by name gave.',
  })
  agentId!: string;
}
