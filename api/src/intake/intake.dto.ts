import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { type IntakeForm, intakeChoices, intakeLimits, intakeMessages } from 'kit/contracts/exotic-car-intake';
import { limits, messages } from 'kit/contracts/text-rules';
import {
  Choice,
  OptionalChoice,
  OptionalChoiceList,
  OptionalYesOrNo,
  WholeNumber,
  YesOrNo,
} from '../validation/choices.ts';
import {
  Email,
  follows,
  MultilineText,
  OptionalMultilineText,
  OptionalText,
  OptionalTextList,
  Text,
} from '../validation/text.ts';

export class VehicleDto {
  @Text(limits.requiredText, intakeMessages.year, { example: '2024' })
  year!: string;

  @Text(limits.requiredText, intakeMessages.make, { example: 'Lamborghini' })
  make!: string;

  @Text(limits.requiredText, intakeMessages.model, { example: 'Huracan' })
  model!: string;

  @Text(limits.requiredText, intakeMessages.color, { example: 'Verde Mantis' })
  color!: string;

  @Text(limits.requiredText, intakeMessages.dailyRate, { example: '$1,200' })
  dailyRate!: string;

  @MultilineText(limits.requiredLongText, intakeMessages.keyFeatures, { example: 'V10, carbon seats' })
  keyFeatures!: string;

  @OptionalTextList(intakeLimits.photos, { example: ['huracan-front.jpg'] })
  photos?: string[] | null;

  @WholeNumber({ min: 0, max: intakeLimits.photos }, messages.number, { required: false, example: 0 })
  profileImageIndex?: number | null;
}

function Vehicles() {
  return applyDecorators(
    ApiProperty({ type: [VehicleDto], maxItems: intakeLimits.vehicles }),
    Type(() => VehicleDto),
    follows('vehicles', vehiclesRule),
    ValidateNested({ each: true, message: messages.text }),
  );
}

function vehiclesRule(value: unknown): string | undefined {
  if (!Array.isArray(value)) return messages.list;
  if (value.length > intakeLimits.vehicles) return messages.tooMany;
  return value.every((entry) => entry instanceof VehicleDto) ? undefined : messages.text;
}

/** The body of the wizard, as the specification has it (docs/specification.md#3). */
export class IntakeDto {
  @Text(limits.name, intakeMessages.fullName, { example: 'Enzo Rossi' })
  fullName!: string;

  @Text(limits.company, intakeMessages.businessName, { example: 'Rossi Exotics' })
  businessName!: string;

  @Text(limits.phone, intakeMessages.phone, { example: '(305) 555-0110' })
  phone!: string;

  @Email({ example: 'enzo@example.com' }, intakeMessages.email)
  email!: string;

  @Text(limits.location, intakeMessages.cityState, { example: 'Miami, FL' })
  cityState!: string;

  @YesOrNo({ example: true })
  ownsDomain!: boolean;

  @OptionalText({ example: 'rossi-exotics.example' })
  domainName?: string | null;

  @OptionalYesOrNo({ example: false })
  needsDomainHelp?: boolean | null;

  @OptionalChoice(intakeChoices.hasHosting, { example: 'not-sure' })
  hasHosting?: IntakeForm['hasHosting'];

  @OptionalText({ example: '@rossiexotics' })
  instagram?: string | null;

  @OptionalText({ example: '@rossiexotics' })
  tiktok?: string | null;

  @OptionalText({ example: 'youtube.example/rossi' })
  youtube?: string | null;

  @OptionalText({ example: 'facebook.example/rossi' })
  facebook?: string | null;

  @OptionalText({ example: 'none' })
  other?: string | null;

  @Vehicles()
  vehicles!: VehicleDto[];

  @OptionalChoiceList(intakeChoices.pages, { example: ['Home', 'Our Fleet'] })
  pages?: IntakeForm['pages'];

  @OptionalText({ example: 'black and green' })
  colorScheme?: string | null;

  @OptionalTextList(intakeLimits.likedWebsites, {
    example: ['https://fleet.example'],
    description: 'Blank ones are dropped.',
  })
  likedWebsites?: string[] | null;

  @OptionalChoiceList(intakeChoices.designStyle, { example: ['Modern / Luxury'] })
  designStyle?: IntakeForm['designStyle'];

  @OptionalText({ example: 'dark, with large photos' })
  customDesignStyle?: string | null;

  @OptionalYesOrNo({ example: false })
  hasContract?: boolean | null;

  @OptionalYesOrNo({ example: true })
  needsContractHelp?: boolean | null;

  @OptionalMultilineText({ example: 'At least 25 years old.' }, limits.longText)
  termsConditions?: string | null;

  @OptionalMultilineText({ example: 'Full refund up to 48 hours before.' }, limits.longText)
  refundPolicy?: string | null;

  @OptionalMultilineText({ example: 'Valid license and insurance.' }, limits.longText)
  renterRequirements?: string | null;

  @OptionalChoiceList(intakeChoices.features, { example: ['SEO Setup'] })
  features?: IntakeForm['features'];

  @OptionalText({ example: 'A loyalty card' })
  customFeature?: string | null;

  @OptionalText({ example: '2027-03-01' }, limits.shortText)
  launchDate?: string | null;

  @Choice(intakeChoices.budget, intakeMessages.budget, { example: '2500-5000' })
  budget!: IntakeForm['budget'];

  @OptionalMultilineText({ example: 'Please call in the morning.' }, limits.longText)
  additionalNotes?: string | null;
}
