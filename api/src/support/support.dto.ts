import { IsOptional } from 'class-validator';
import { requestTypes, supportKind, supportMessages } from 'kit/contracts/support';
import { testMember } from 'kit/contracts/test-member';
import { limits } from 'kit/contracts/text-rules';
import { Choice, OptionalYesOrNo } from '../validation/choices.ts';
import { Email, MultilineText, OptionalText, Text } from '../validation/text.ts';

const { fields } = supportKind;

export class SupportDto {
  @Text(limits.name, supportMessages.clientName, fields.clientName)
  clientName!: string;

  @Email(fields.clientEmail, supportMessages.clientEmail)
  clientEmail!: string;

  @Text(limits.subject, supportMessages.subject, fields.subject)
  subject!: string;

  @MultilineText(limits.message, supportMessages.message, fields.message)
  message!: string;

  @IsOptional()
  @Choice(requestTypes, supportMessages.requestType, fields.requestType, { required: false })
  requestType?: (typeof requestTypes)[number] | null;

  @OptionalText(fields.agentName, limits.shortText)
  agentName?: string | null;

  @OptionalText(fields.agentCode, limits.shortText)
  agentCode?: string | null;

  @OptionalYesOrNo(testMember.isTest)
  isTest?: boolean | null;
}
