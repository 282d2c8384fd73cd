import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { type ClassConstructor, plainToInstance, Transform } from 'class-transformer';
import { Allow, IsObject, ValidateNested } from 'class-validator';
import { exampleOf } from 'kit/contracts/form-definition';
import { type InquiryForm, inquiryForms, inquiryKind } from 'kit/contracts/inquiry';
import { testMember } from 'kit/contracts/test-member';
import { dtoOf } from '../validation/form-validation.ts';

const { fields, forms } = inquiryKind;

export class ConsultationDto extends dtoOf(forms.consultation.fields) {}
export class SharedConsultationDto extends dtoOf(forms['industry-consultation'].fields) {}
export class MotivatedSellerDto extends dtoOf(forms['motivated-seller'].fields) {}
export class HomeQuestionnaireDto extends dtoOf(forms['home-questionnaire'].fields) {}
export class FreeSampleDto extends dtoOf(forms['free-sample'].fields) {}
export class CheckoutDto extends dtoOf(forms.checkout.fields) {}

export const inquiryDtos = {
  consultation: ConsultationDto,
  'industry-consultation': SharedConsultationDto,
  'motivated-seller': MotivatedSellerDto,
  'home-questionnaire': HomeQuestionnaireDto,
  'free-sample': FreeSampleDto,
  checkout: CheckoutDto,
} as const satisfies Record<InquiryForm, ClassConstructor<object>>;

/** Replaces the fields of an unknown form, so that only `form` is reported as invalid. */
class UnknownFields {
  // class-validator refuses a class without known properties.
  @Allow()
  any?: unknown;
}

const models = Object.values(inquiryDtos);

/** Another member, `form`, determines the class of the fields. */
const fieldsOfForm = [
  ApiProperty({
    type: Object,
    oneOf: models.map((model) => ({ $ref: getSchemaPath(model) })),
    description: fields.fields.description,
    example: exampleOf(fields.fields.fields),
  }),
  Transform(({ value, obj }) => toFields(value, obj.form)),
  IsObject({ message: fields.fields.message }),
  ValidateNested({ message: fields.fields.message }),
];

@ApiExtraModels(...models)
export class InquiryDto extends dtoOf({ ...fields, ...testMember }, { fields: fieldsOfForm }) {}

function toFields(value: unknown, form: unknown): unknown {
  const known = inquiryForms.find((name) => name === form);
  if (known === undefined) return new UnknownFields();
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const model: ClassConstructor<object> = inquiryDtos[known];
  return isGroup ? plainToInstance(model, value) : value;
}
