import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiProperty, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type ClassConstructor, plainToInstance, Transform } from 'class-transformer';
import { Allow, IsObject, ValidateNested } from 'class-validator';
import { exampleOf } from 'kit/contracts/form-definition';
import { type InquiryForm, inquiryForms, inquiryKind } from 'kit/contracts/inquiry';
import { testMember } from 'kit/contracts/submission-origin';
import { ApiNotFound } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { dtoOf } from '../validation/form-validation.ts';
import { ApiSubmission, type ReceiptDto } from './api-submission.ts';
import { FromSender, type Sender, SubmissionsService } from './submissions.service.ts';

const { fields, forms } = inquiryKind;

class ConsultationDto extends dtoOf(forms.consultation.fields) {}
class SharedConsultationDto extends dtoOf(forms['industry-consultation'].fields) {}
class MotivatedSellerDto extends dtoOf(forms['motivated-seller'].fields) {}
class HomeQuestionnaireDto extends dtoOf(forms['home-questionnaire'].fields) {}
class FreeSampleDto extends dtoOf(forms['free-sample'].fields) {}
class CheckoutDto extends dtoOf(forms.checkout.fields) {}

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
class InquiryDto extends dtoOf({ ...fields, ...testMember }, { fields: fieldsOfForm }) {}

function toFields(value: unknown, form: unknown): unknown {
  const known = inquiryForms.find((name) => name === form);
  if (known === undefined) return new UnknownFields();
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  const model: ClassConstructor<object> = inquiryDtos[known];
  return isGroup ? plainToInstance(model, value) : value;
}

const formsAreLocal = 'This site does not take these forms.';

@ApiTags('Forms')
@Controller('inquiries')
export class InquiriesController {
  constructor(
    private readonly submissions: SubmissionsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws ProblemError 404 if the site does not deliver these forms */
  @Post()
  @ApiOperation({
    operationId: 'sendInquiry',
    summary: 'The six forms that stay in the browser unless this site takes them',
  })
  @ApiSubmission()
  @ApiNotFound('This site does not take these forms: they stay in the browser.', formsAreLocal)
  async create(@Body() { form, about, fields, isTest }: InquiryDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    if (!this.settings.site.deliverLocalForms) throw new ProblemError(404, formsAreLocal);
    const payload = { form, about: about || null, fields: inOrder(form, fields) };
    return this.submissions.create({ kind: 'inquiry', payload, isTest }, sender);
  }
}

/** Orders the fields, so that equal forms are stored as equal text. */
function inOrder(form: InquiryForm, fields: object): Record<string, unknown> {
  const given = new Map(Object.entries(fields));
  return Object.fromEntries(Object.keys(inquiryKind.forms[form].fields).map((name) => [name, given.get(name) ?? null]));
}
