import { feedbackChoices, feedbackKind, feedbackMessages, satisfaction } from 'kit/contracts/feedback';
import { testMember } from 'kit/contracts/test-member';
import { limits } from 'kit/contracts/text-rules';
import { OptionalChoice, OptionalYesOrNo, WholeNumber } from '../validation/choices.ts';
import { Email, OptionalMultilineText, Text } from '../validation/text.ts';

const { fields } = feedbackKind;

export class FeedbackDto {
  @Text(limits.name, feedbackMessages.clientName, fields.clientName)
  clientName!: string;

  @Email(fields.clientEmail, feedbackMessages.clientEmail)
  clientEmail!: string;

  @Text(limits.company, feedbackMessages.businessName, fields.businessName)
  businessName!: string;

  @WholeNumber(satisfaction, feedbackMessages.agentSatisfaction, fields.agentSatisfaction, { required: false })
  agentSatisfaction?: number | null;

  @OptionalMultilineText(fields.feedbackText)
  feedbackText?: string | null;

  @OptionalYesOrNo(fields.wantsQuote)
  wantsQuote?: boolean | null;

  @OptionalChoice(feedbackChoices.businessType, fields.businessType)
  businessType?: string | null;

  @OptionalChoice(feedbackChoices.expectedVolume, fields.expectedVolume)
  expectedVolume?: string | null;

  @OptionalMultilineText(fields.specialRequirements)
  specialRequirements?: string | null;

  @OptionalChoice(feedbackChoices.budget, fields.budget)
  budget?: string | null;

  @OptionalChoice(feedbackChoices.timeline, fields.timeline)
  timeline?: string | null;

  @Text(limits.requiredText, feedbackMessages.agentId, fields.agentId)
  agentId!: string;

  @OptionalYesOrNo(testMember.isTest)
  isTest?: boolean | null;
}
