import { Injectable } from '@nestjs/common';
import { payloadOf } from 'kit/contracts/form-definition';
import type { Receipt } from 'kit/contracts/lead';
import { supportKind } from 'kit/contracts/support';
import { testMember } from 'kit/contracts/test-member';
import { type Sender, SubmissionsService } from '../submissions/submissions.service.ts';
import { dtoOf } from '../validation/form-validation.ts';

const { fields } = supportKind;

export class SupportDto extends dtoOf({
  ...fields,
  agentCode: { ...fields.agentCode, example: 'DEMO-ACTIVE' },
  ...testMember,
}) {}

@Injectable()
export class SupportService {
  constructor(private readonly submissions: SubmissionsService) {}

  create(support: SupportDto, sender: Sender): Promise<Receipt> {
    const payload = payloadOf(supportKind.fields, support);
    return this.submissions.create({ kind: 'support', payload, isTest: support.isTest }, sender);
  }
}
