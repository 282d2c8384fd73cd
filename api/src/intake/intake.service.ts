import { Injectable } from '@nestjs/common';
import { toIntakePayload } from 'kit/contracts/exotic-car-intake';
import type { Receipt } from 'kit/contracts/lead';
import type { Sender } from '../submissions/sender.ts';
import { SubmissionsService } from '../submissions/submissions.service.ts';
import type { IntakeDto } from './intake.dto.ts';

@Injectable()
export class IntakeService {
  constructor(private readonly submissions: SubmissionsService) {}

  create(intake: IntakeDto, sender: Sender): Promise<Receipt> {
    return this.submissions.create({ kind: 'intake', payload: toIntakePayload(intake), isTest: intake.isTest }, sender);
  }
}
