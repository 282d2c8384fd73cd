import { supportKind } from 'kit/contracts/support';
import { testMember } from 'kit/contracts/test-member';
import { dtoOf } from '../validation/form-dto.ts';

export class SupportDto extends dtoOf({ ...supportKind.fields, ...testMember }) {}
