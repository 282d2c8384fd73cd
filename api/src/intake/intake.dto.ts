import { intakeKind } from 'kit/contracts/exotic-car-intake';
import { testMember } from 'kit/contracts/test-member';
import { dtoOf } from '../validation/form-dto.ts';

export class VehicleDto extends dtoOf(intakeKind.fields.vehicles.fields) {}

/** The body of the wizard, as the specification has it (docs/specification.md#3). */
export class IntakeDto extends dtoOf({ ...intakeKind.fields, ...testMember }, { vehicles: VehicleDto }) {}
