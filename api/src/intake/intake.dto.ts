import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  type IntakeForm,
  intakeChoices,
  intakeKind,
  intakeLimits,
  intakeMessages,
} from 'kit/contracts/exotic-car-intake';
import { testMember } from 'kit/contracts/test-member';
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

const { fields } = intakeKind;

export class VehicleDto {
  @Text(limits.requiredText, intakeMessages.year, fields.vehicles.fields.year)
  year!: string;

  @Text(limits.requiredText, intakeMessages.make, fields.vehicles.fields.make)
  make!: string;

  @Text(limits.requiredText, intakeMessages.model, fields.vehicles.fields.model)
  model!: string;

  @Text(limits.requiredText, intakeMessages.color, fields.vehicles.fields.color)
  color!: string;

  @Text(limits.requiredText, intakeMessages.dailyRate, fields.vehicles.fields.dailyRate)
  dailyRate!: string;

  @MultilineText(limits.requiredLongText, intakeMessages.keyFeatures, fields.vehicles.fields.keyFeatures)
  keyFeatures!: string;

  @OptionalTextList(intakeLimits.photos, fields.vehicles.fields.photos)
  photos?: string[] | null;

  @WholeNumber({ min: 0, max: intakeLimits.photos }, messages.number, fields.vehicles.fields.profileImageIndex, {
    required: false,
  })
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
  @Text(limits.name, intakeMessages.fullName, fields.fullName)
  fullName!: string;

  @Text(limits.company, intakeMessages.businessName, fields.businessName)
  businessName!: string;

  @Text(limits.phone, intakeMessages.phone, fields.phone)
  phone!: string;

  @Email(fields.email, intakeMessages.email)
  email!: string;

  @Text(limits.location, intakeMessages.cityState, fields.cityState)
  cityState!: string;

  @YesOrNo(fields.ownsDomain)
  ownsDomain!: boolean;

  @OptionalText(fields.domainName)
  domainName?: string | null;

  @OptionalYesOrNo(fields.needsDomainHelp)
  needsDomainHelp?: boolean | null;

  @OptionalChoice(intakeChoices.hasHosting, fields.hasHosting)
  hasHosting?: IntakeForm['hasHosting'];

  @OptionalText(fields.instagram)
  instagram?: string | null;

  @OptionalText(fields.tiktok)
  tiktok?: string | null;

  @OptionalText(fields.youtube)
  youtube?: string | null;

  @OptionalText(fields.facebook)
  facebook?: string | null;

  @OptionalText(fields.other)
  other?: string | null;

  @Vehicles()
  vehicles!: VehicleDto[];

  @OptionalChoiceList(intakeChoices.pages, fields.pages)
  pages?: IntakeForm['pages'];

  @OptionalText(fields.colorScheme)
  colorScheme?: string | null;

  @OptionalTextList(intakeLimits.likedWebsites, fields.likedWebsites)
  likedWebsites?: string[] | null;

  @OptionalChoiceList(intakeChoices.designStyle, fields.designStyle)
  designStyle?: IntakeForm['designStyle'];

  @OptionalText(fields.customDesignStyle)
  customDesignStyle?: string | null;

  @OptionalYesOrNo(fields.hasContract)
  hasContract?: boolean | null;

  @OptionalYesOrNo(fields.needsContractHelp)
  needsContractHelp?: boolean | null;

  @OptionalMultilineText(fields.termsConditions, limits.longText)
  termsConditions?: string | null;

  @OptionalMultilineText(fields.refundPolicy, limits.longText)
  refundPolicy?: string | null;

  @OptionalMultilineText(fields.renterRequirements, limits.longText)
  renterRequirements?: string | null;

  @OptionalChoiceList(intakeChoices.features, fields.features)
  features?: IntakeForm['features'];

  @OptionalText(fields.customFeature)
  customFeature?: string | null;

  @OptionalText(fields.launchDate, limits.shortText)
  launchDate?: string | null;

  @Choice(intakeChoices.budget, intakeMessages.budget, fields.budget)
  budget!: IntakeForm['budget'];

  @OptionalMultilineText(fields.additionalNotes, limits.longText)
  additionalNotes?: string | null;

  @OptionalYesOrNo(testMember.isTest)
  isTest?: boolean | null;
}
