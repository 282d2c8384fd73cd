import { IsOptional } from 'class-validator';
import { defaultRequestType, requestTypes, supportMessages } from 'kit/contracts/support';
import { limits } from 'kit/contracts/text-rules';
import { Choice } from '../validation/choices.ts';
import { Email, MultilineText, OptionalText, Text } from '../validation/text.ts';

export class SupportDto {
  @Text(limits.name, supportMessages.clientName, { example: 'Grace Hopper' })
  clientName!: string;

  @Email({ example: 'grace@example.com' }, supportMessages.clientEmail)
  clientEmail!: string;

  @Text(limits.subject, supportMessages.subject, { example: 'Opening hours have changed' })
  subject!: string;

  @MultilineText(limits.message, supportMessages.message, {
    example: 'We are open on Saturdays now, please tell the agent.',
  })
  message!: string;

  @IsOptional()
  @Choice(requestTypes, supportMessages.requestType, {
    example: 'technical_support',
    description: `\`${defaultRequestType}\` unless something else was chosen.`,
    required: false,
  })
  requestType?: (typeof requestTypes)[number] | null;

  @OptionalText({ example: 'demo-agent' }, limits.shortText)
  agentName?: string | null;

  @OptionalText({ example: 'DEMO-ACTIVE' }, limits.shortText)
  agentCode?: string | null;
}
