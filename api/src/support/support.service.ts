import { Injectable } from '@nestjs/common';
import { payloadOf } from 'kit/contracts/form-definition';
import type { Receipt } from 'kit/contracts/lead';
import { supportKind } from 'kit/contracts/support';
import type { Sender } from '../submissions/sender.ts';
import { SubmissionsService } from '../submissions/submissions.service.ts';
import type { SupportDto } from './support.dto.ts';

@Injectable()
export class SupportService {
  constructor(private readonly submissions: SubmissionsService) {}

  create(support: SupportDto, sender: Sender): Promise<Receipt> {
    const payload = payloadOf(supportKind.fields, support);
    return this.submissions.create({ kind: 'support', payload, isTest: support.isTest }, sender);
  }
}
