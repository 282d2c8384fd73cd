import { supportKind } from 'kit/contracts/support';
import { testMember } from 'kit/contracts/test-member';
import { dtoOf } from '../validation/form-dto.ts';

const { fields } = supportKind;

export class SupportDto extends dtoOf({
  ...fields,
  agentCode: { ...fields.agentCode, example: 'DEMO-ACTIVE' },
  ...testMember,
}) {}
