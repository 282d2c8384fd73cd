import { Injectable } from '@nestjs/common';
import type { Receipt } from 'kit/contracts/lead';
import { defaultRequestType } from 'kit/contracts/support';
import type { Sender } from '../submissions/sender.ts';
import { SubmissionsService } from '../submissions/submissions.service.ts';
import type { SupportDto } from './support.dto.ts';

@Injectable()
export class SupportService {
  constructor(private readonly submissions: SubmissionsService) {}

  keep(support: SupportDto, sender: Sender): Promise<Receipt> {
    const { clientName, clientEmail, subject, message } = support;
    const payload = {
      ...{ clientName, clientEmail, subject, message },
      requestType: support.requestType ?? defaultRequestType,
      agentName: support.agentName || null,
      agentCode: support.agentCode || null,
    };
    return this.submissions.keep({ kind: 'support', payload }, sender);
  }
}
