import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { intakeKind, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import { feedbackKind } from 'kit/contracts/feedback';
import { payloadOf } from 'kit/contracts/form-definition';
import { leadKind, servicesOf } from 'kit/contracts/lead-payload';
import { testMember } from 'kit/contracts/submission-origin';
import { supportKind } from 'kit/contracts/support';
import { AgentsService, unknownName } from '../agents/agents.ts';
import { ApiNotFound } from '../problems/api-problems.ts';
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
