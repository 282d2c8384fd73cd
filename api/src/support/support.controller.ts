import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/submissions.service.ts';
import { SupportDto, SupportService } from './support.service.ts';

@ApiTags('Forms')
@Controller('contact-support')
export class SupportController {
  constructor(private readonly support: SupportService) {}

  @Post()
  @ApiOperation({ operationId: 'sendSupportMessage', summary: 'A message to support, from the agent portal' })
  @ApiSubmission('clientEmail')
  create(@Body() support: SupportDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.support.create(support, sender);
  }
}
