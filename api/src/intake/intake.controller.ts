import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/submissions.service.ts';
import { IntakeDto, IntakeService } from './intake.service.ts';

@ApiTags('Forms')
@Controller('exotic-car-intake')
export class IntakeController {
  constructor(private readonly intake: IntakeService) {}

  @Post()
  @ApiOperation({ operationId: 'sendIntake', summary: 'The intake wizard of exotic car rental websites' })
  @ApiSubmission()
  create(@Body() intake: IntakeDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.intake.create(intake, sender);
  }
}
