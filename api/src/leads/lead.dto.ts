import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, ValidateNested } from 'class-validator';
import { leadIndustries, leadKind, leadServices } from 'kit/contracts/lead-payload';
import { limits, messages } from 'kit/contracts/text-rules';
import { ChoiceList, OptionalChoice, OptionalYesOrNo } from '../validation/choices.ts';
import { Email, OptionalText, Text } from '../validation/text.ts';

const { fields } = leadKind;

export class LeadCertificatesDto {
  @OptionalText(fields.certificates.fields.trustedFormCertUrl)
  trustedFormCertUrl?: string | null;

  @OptionalText(fields.certificates.fields.jornayaLeadId)
  jornayaLeadId?: string | null;
}

export class LeadDto {
  @Text(limits.name, messages.name, fields.name)
  name!: string;

  @Text(limits.company, messages.company, fields.company)
  company!: string;

  @Text(limits.phone, messages.phone, fields.phone)
  phone!: string;

  @Email(fields.email)
  email!: string;

  @Text(limits.location, messages.location, fields.location)
  location!: string;

  @ChoiceList(leadServices, messages.serviceType, 1, fields.services)
  services!: string[];

  @OptionalChoice(leadIndustries, fields.industry)
  industry?: (typeof leadIndustries)[number] | '' | null;

  @OptionalText(fields.page)
  page?: string | null;

  @OptionalText(fields.source, limits.shortText)
  source?: string | null;

  @ApiPropertyOptional({
    type: LeadCertificatesDto,
    nullable: true,
    description: fields.certificates.description,
  })
  @IsOptional()
  @ValidateNested({ message: messages.text })
  @IsObject({ message: messages.text })
  @Type(() => LeadCertificatesDto)
  certificates?: LeadCertificatesDto | null;

  @OptionalYesOrNo(fields.isTest)
  isTest?: boolean | null;
}
