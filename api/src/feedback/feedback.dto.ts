import { feedbackKind } from 'kit/contracts/feedback';
import { testMember } from 'kit/contracts/test-member';
import { dtoOf } from '../validation/form-dto.ts';

export class FeedbackDto extends dtoOf({ ...feedbackKind.fields, ...testMember }) {}
