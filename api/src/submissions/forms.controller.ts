import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiProperty, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { type ClassConstructor, plainToInstance, Transform } from 'class-transformer';
import { Allow, IsObject, ValidateNested } from 'class-validator';
import { intakeKind, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import { exampleOf, payloadOf } from 'kit/contracts/form-definition';
import { type InquiryForm, inquiryForms, inquiryKind } from 'kit/contracts/inquiry';
import { leadKind, servicesOf } from 'kit/contracts/lead-payload';
import { testMember } from 'kit/contracts/submission-origin';
import { supportKind } from 'kit/contracts/support';
import { AgentsService, unknownName } from '../agents/agents.ts';
import { ApiNotFound } from '../problems/api-problems.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { SETTINGS, type Settings } from '../settings/settings.ts';
import { dtoOf, validationProblem } from '../validation/form-validation.ts';
import { ApiSubmission, type ReceiptDto } from './api-submission.ts';
import { FromSender, type Sender, SubmissionsService } from './submissions.service.ts';

// The calls that store a form: each checks what its definition cannot, and hands the form to SubmissionsService.

class LeadCertificatesDto extends dtoOf(leadKind.fields.certificates.fields) {}

export class LeadDto extends dtoOf(leadKind.fields, { certificates: LeadCertificatesDto }) {}

@ApiTags('Leads')
@Controller('leads')
export class LeadsController {
  constructor(private readonly submissions: SubmissionsService) {}

  /** @throws ProblemError 400 if the services do not belong to the industry */
  @Post()
  @ApiOperation({
    operationId: 'sendLead',
    summary: 'A lead from the HVAC, junk removal and solar pages, or from a partner',
    description:
      'The call for partners. [The guide](/api/guide) has programs that send a first lead, and all else that a partner needs.',
  })
  @ApiSubmission()
  async create(@Body() lead: LeadDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    checkServices(lead);
    const { isTest, industry, page } = lead;
    const payload = payloadOf(leadKind.fields, lead);
    return this.submissions.create({ kind: 'lead', payload, isTest, industry, page }, sender);
  }
}

function checkServices({ industry, services }: LeadDto): void {
  if (!industry) return;
  const allowed = servicesOf(industry);
  if (services.every((service) => allowed.includes(service))) return;
  const message = `Please select services of the industry ${industry}.`;
  throw validationProblem([{ field: 'services', message, allowed }]);
}

class VehicleDto extends dtoOf(intakeKind.fields.vehicles.fields) {}

/** The body of the wizard (docs/specification.md#3). */
export class IntakeDto extends dtoOf({ ...intakeKind.fields, ...testMember }, { vehicles: VehicleDto }) {}

@ApiTags('Forms')
@Controller('exotic-car-intake')
export class IntakeController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Post()
  @ApiOperation({ operationId: 'sendIntake', summary: 'The intake wizard of exotic car rental websites' })
  @ApiSubmission()
  create(@Body() intake: IntakeDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.submissions.create({ kind: 'intake', payload: toIntakePayload(intake), isTest: intake.isTest }, sender);
  }
}

export class SupportDto extends dtoOf({
  ...supportKind.fields,
  agentCode: { ...supportKind.fields.agentCode, example: 'DEMO-ACTIVE' },
  ...testMember,
}) {}

@ApiTags('Forms')
@Controller('contact-support')
export class SupportController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Post()
  @ApiOperation({ operationId: 'sendSupportMessage', summary: 'A message to support, from the agent portal' })
  @ApiSubmission('clientEmail')
  create(@Body() support: SupportDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    const payload = payloadOf(supportKind.fields, support);
    return this.submissions.create({ kind: 'support', payload, isTest: support.isTest }, sender);
  }
}

export class FeedbackDto extends dtoOf({ ...feedbackKind.fields, ...testMember }) {}

@ApiTags('Forms')
@Controller('agents')
export class FeedbackController {
  constructor(
    private readonly agents: AgentsService,
    private readonly submissions: SubmissionsService,
  ) {}

  /** @throws ProblemError 404 if the agent is not found, 400 if the id belongs to another agent */
  @Post(':agentName/feedback')
  @ApiOperation({
    operationId: 'sendFeedback',
    summary: 'Feedback and the wish for a quote, from the page of an agent',
  })
  @ApiParam({ name: 'agentName', description: 'The name in the public address of the agent.', example: 'demo-agent' })
  @ApiSubmission('clientEmail')
  @ApiNotFound('No agent has this name, or it was deactivated.', unknownName)
  async create(
    @Param('agentName') agentName: string,
    @Body() feedback: FeedbackDto,
    @FromSender() sender: Sender,
  ): Promise<ReceiptDto> {
    const agent = await this.agents.findByName(agentName);
    if (agent.id !== feedback.agentId) {
      throw validationProblem([{ field: 'agentId', message: feedbackKind.fields.agentId.message }]);
    }
    const payload = { ...payloadOf(feedbackKind.fields, feedback), ...payloadOf(feedbackKind.added, { agentName }) };
    return this.submissions.create({ kind: 'feedback', payload, isTest: feedback.isTest }, sender);
  }
}

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
