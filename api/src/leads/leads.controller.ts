import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiSubmission } from '../submissions/api-submission.ts';
import type { ReceiptDto } from '../submissions/receipt.dto.ts';
import { FromSender, type Sender } from '../submissions/submissions.service.ts';
import { LeadDto, LeadsService } from './leads.service.ts';

const description = `The call for partners. A test lead that reaches nobody, twice (the second time it is a replay):

\`\`\`sh
curl -i https://this-site/api/leads -H 'Content-Type: application/json' -H 'Idempotency-Key: my-first-lead-1' -d '{
  "name": "Ada Lovelace", "company": "Analytical Heating", "phone": "(801) 555-0142", "email": "ada@example.com",
  "location": "Salt Lake City", "services": ["repair"], "source": "my-landing-page", "isTest": true }'
\`\`\`

The same in other languages, and everything else a partner needs: [the guide](/api/guide).`;

@ApiTags('Forms')
@Controller('leads')
export class LeadsController {
  constructor(private readonly leads: LeadsService) {}

  @Post()
  @ApiOperation({
    operationId: 'sendLead',
    summary: 'A lead from the HVAC, junk removal and solar pages, or from a partner',
    description,
  })
  @ApiSubmission()
  create(@Body() lead: LeadDto, @FromSender() sender: Sender): Promise<ReceiptDto> {
    return this.leads.create(lead, sender);
  }
}
