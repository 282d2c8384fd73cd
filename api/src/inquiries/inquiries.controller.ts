import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiNotFound } from '../problems/api-problems.ts';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/submissions.service.ts';
import { formsAreLocal, InquiriesService } from './inquiries.service.ts';
import { InquiryDto } from './inquiry.dto.ts';

@ApiTags('Forms')
@Controller('inquiries')
export class InquiriesController {
  constructor(private readonly inquiries: InquiriesService) {}

  @Post()
  @ApiOperation({
    operationId: 'sendInquiry',
    summary: 'The six forms that stay in the browser unless the site configuration says deliverLocalForms',
  })
  @ApiSubmission()
  @ApiNotFound(
    'This site keeps these forms in the browser: deliverLocalForms is off in its configuration.',
    formsAreLocal,
  )
  create(@Body() inquiry: InquiryDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.inquiries.create(inquiry, sender);
  }
}
