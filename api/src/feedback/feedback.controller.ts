import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { unknownName } from '../agents/agents.service.ts';
import { ApiNotFound } from '../problems/api-problems.ts';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/submissions.service.ts';
import { FeedbackDto, FeedbackService } from './feedback.service.ts';

@ApiTags('Forms')
@Controller('agents')
export class FeedbackController {
  constructor(private readonly feedback: FeedbackService) {}

  @Post(':agentName/feedback')
  @ApiOperation({
    operationId: 'sendFeedback',
    summary: 'Feedback and the wish for a quote, from the page of an agent',
  })
  @ApiParam({ name: 'agentName', description: 'The name in the public address of the agent.', example: 'demo-agent' })
  @ApiSubmission('clientEmail')
  @ApiNotFound('No agent has this name, or it was deactivated.', unknownName)
  create(
    @Param('agentName') agentName: string,
    @Body() feedback: FeedbackDto,
    @FromSender() sender: Sender,
  ): Promise<ReceiptDto> {
    return this.feedback.create(agentName, feedback, sender);
  }
}
