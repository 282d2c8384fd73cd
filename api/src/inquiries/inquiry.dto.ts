import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { type ClassConstructor, plainToInstance, Transform } from 'class-transformer';
import { Allow, ValidateNested } from 'class-validator';
import { exampleOf } from 'kit/contracts/form-definition';
import { type InquiryForm, inquiryForms, inquiryKind, inquiryMessages } from 'kit/contracts/inquiry';
import { testMember } from 'kit/contracts/test-member';
import { limits } from 'kit/contracts/text-rules';
import { Choice, OptionalYesOrNo } from '../validation/choices.ts';
import { follows, OptionalText } from '../validation/text.ts';
import {
  CheckoutDto,
  ConsultationDto,
  FreeSampleDto,
  HomeQuestionnaireDto,
  MotivatedSellerDto,
  SharedConsultationDto,
} from './inquiry-fields.dto.ts';

const { fields: kind } = inquiryKind;

const fieldsOf = {
  consultation: ConsultationDto,
  'industry-consultation': SharedConsultationDto,
  'motivated-seller': MotivatedSellerDto,
  'home-questionnaire': HomeQuestionnaireDto,
  'free-sample': FreeSampleDto,
  checkout: CheckoutDto,
} as const satisfies Record<InquiryForm, ClassConstructor<object>>;

/** Stands for the fields of a form that is not known: then only `form` is wrong. */
class UnknownFields {
  // class-validator refuses a class of which it knows no property.
  @Allow()
  any?: unknown;
}

const models = Object.values(fieldsOf);

@ApiExtraModels(...models)
export class InquiryDto {
  @Choice(inquiryForms, inquiryMessages.form, kind.form)
  form!: InquiryForm;

  @OptionalText(kind.about, limits.shortText)
  about?: string | null;

  @ApiProperty({
    oneOf: models.map((model) => ({ $ref: getSchemaPath(model) })),
    description: kind.fields.description,
    example: exampleOf(kind.fields.fields),
  })
  @Transform(({ value, obj }) => toFields(value, obj.form))
  @follows('fields', (value) => (isRecord(value) ? undefined : inquiryMessages.fields))
  @ValidateNested({ message: inquiryMessages.fields })
  fields!: object;

  @OptionalYesOrNo(testMember.isTest)
  isTest?: boolean | null;
}

function toFields(value: unknown, form: unknown): unknown {
  const known = inquiryForms.find((name) => name === form);
  if (known === undefined) return new UnknownFields();
  if (!isRecord(value)) return value;
  const model: ClassConstructor<object> = fieldsOf[known];
  return plainToInstance(model, value);
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
