import { Injectable } from '@nestjs/common';
import { intakeKind, toIntakePayload } from 'kit/contracts/exotic-car-intake';
import type { Receipt } from 'kit/contracts/lead';
import { testMember } from 'kit/contracts/test-member';
import { type Sender, SubmissionsService } from '../submissions/submissions.service.ts';
import { dtoOf } from '../validation/form-validation.ts';

export class VehicleDto extends dtoOf(intakeKind.fields.vehicles.fields) {}

/** The body of the wizard (docs/specification.md#3). */
export class IntakeDto extends dtoOf({ ...intakeKind.fields, ...testMember }, { vehicles: VehicleDto }) {}

@Injectable()
export class IntakeService {
  constructor(private readonly submissions: SubmissionsService) {}

  create(intake: IntakeDto, sender: Sender): Promise<Receipt> {
    return this.submissions.create({ kind: 'intake', payload: toIntakePayload(intake), isTest: intake.isTest }, sender);
  }
}
