import { ApiProperty } from '@nestjs/swagger';
import type { SubmissionKind } from './kinds.ts';
import { submissionKinds } from './kinds.ts';
import { ReceiptDto } from './receipt.dto.ts';

export const submissionStates = ['accepted', 'delivered', 'returned', 'erased'] as const;

export class SubmissionStatusDto extends ReceiptDto {
  @ApiProperty({ enum: Object.keys(submissionKinds), description: 'Which form it is.', example: 'lead' })
  kind!: SubmissionKind;

  @ApiProperty({
    enum: [...submissionStates],
    description:
      '`accepted`: kept, and on its way to the office. `delivered`: the office has it, since `deliveredAt`. `returned`: the office gave it back, and `reason` says why. `erased`: what it held was erased, as the person asked or after the time that the office keeps forms. A test stays `accepted`.',
    example: 'delivered',
  })
  status!: (typeof submissionStates)[number];

  @ApiProperty({
    description:
      'Whether a lead with this e-mail address or phone number was here in the 30 days before. It is delivered all the same.',
    example: false,
  })
  isDuplicate!: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-20T09:30:01.000Z' })
  deliveredAt!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  returnedAt!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it was returned.', example: null })
  reason!: string | null;
}
