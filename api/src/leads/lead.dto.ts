import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { leadServices } from 'kit/contracts/lead';
import { limits, messages } from 'kit/contracts/text-rules';
import { ChoiceList, OptionalYesOrNo } from '../validation/choices.ts';
import { Email, OptionalText, Text } from '../validation/text.ts';

export class LeadCertificatesDto {
  @OptionalText({ example: 'https://cert.trustedform.com/0123456789abcdef', description: 'Kept, never fetched.' })
  trustedFormCertUrl?: string | null;

  @OptionalText({ example: '01234567-89AB-CDEF-0123-456789ABCDEF', description: 'Kept as it is.' })
  jornayaLeadId?: string | null;
}

export class LeadDto {
  @Text(limits.name, messages.name, { example: 'Ada Lovelace' })
  name!: string;

  @Text(limits.company, messages.company, { example: 'Analytical Heating' })
  company!: string;

  @Text(limits.phone, messages.phone, { example: '(801) 555-0142' })
  phone!: string;

  @Email({ example: 'ada@example.com' })
  email!: string;

  @Text(limits.location, messages.location, { example: 'Salt Lake City' })
  location!: string;

  @ChoiceList(leadServices, messages.serviceType, { min: 1, example: ['repair'] })
  services!: string[];

  @OptionalText(
    { example: 'partner-landing-page', description: 'Where a partner got the lead from.' },
    limits.shortText,
  )
  source?: string | null;

  @ApiPropertyOptional({
    type: LeadCertificatesDto,
    nullable: true,
    description: "A partner's proof of consent. Kept, never fetched.",
  })
  @IsOptional()
  @ValidateNested({ message: messages.text })
  @IsObject({ message: messages.text })
  @Type(() => LeadCertificatesDto)
  certificates?: LeadCertificatesDto | null;

  @OptionalYesOrNo({
    example: true,
    description:
      'True for a test: checked and kept like any other lead, marked, and not delivered to the office. Leave it out, or send false, for a real lead.',
  })
  isTest?: boolean | null;
}
