import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/sender.ts';
import { LeadDto } from './lead.dto.ts';
import { LeadsService } from './leads.service.ts';

@ApiTags('Forms')
@Controller('leads')
export class LeadsController {
  constructor(private readonly leads: LeadsService) {}

  @Post()
  @ApiOperation({
    operationId: 'sendLead',
    summary: 'A lead from the HVAC, junk removal and solar pages, or from a partner',
  })
  @ApiSubmission()
  keep(@Body() lead: LeadDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.leads.keep(lead, sender);
  }
}
