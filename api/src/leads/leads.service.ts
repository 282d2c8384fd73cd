import { Injectable } from '@nestjs/common';
import { leadKind, type Receipt } from 'kit/contracts/lead';
import { payloadOf } from '../submissions/payload-of.ts';
import type { Sender } from '../submissions/sender.ts';
import { SubmissionsService } from '../submissions/submissions.service.ts';
import type { LeadDto } from './lead.dto.ts';

@Injectable()
export class LeadsService {
  constructor(private readonly submissions: SubmissionsService) {}

  keep(lead: LeadDto, sender: Sender): Promise<Receipt> {
    const payload = payloadOf(leadKind.fields, lead);
    return this.submissions.keep({ kind: 'lead', payload, isTest: lead.isTest ?? false }, sender);
  }
}
