import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
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

const pageLimits = { min: 1, max: 100, default: 50 } as const;

export const limitMessage = `Please ask for ${pageLimits.min} to ${pageLimits.max} forms at a time.`;
export const cursorMessage = 'This cursor is not known: use the nextCursor of an earlier answer, or none.';

/** The parameters of a page of one's own forms. */
export class SubmissionPageQuery {
  @ApiProperty({
    required: false,
    type: 'integer',
    minimum: pageLimits.min,
    maximum: pageLimits.max,
    default: pageLimits.default,
    description: 'How many forms the answer has at most.',
  })
  @IsOptional()
  @Type(() => Number)
  @IsInt({ message: limitMessage })
  @Min(pageLimits.min, { message: limitMessage })
  @Max(pageLimits.max, { message: limitMessage })
  limit: number = pageLimits.default;

  @ApiProperty({
    required: false,
    maxLength: 100,
    description: 'The `nextCursor` of the answer before. Without it, the answer has the newest forms.',
  })
  @IsOptional()
  @IsString({ message: cursorMessage })
  @MaxLength(100, { message: cursorMessage })
  cursor?: string;
}

export class SubmissionPageDto {
  @ApiProperty({ type: [SubmissionStatusDto], description: 'The newest first.' })
  submissions!: SubmissionStatusDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page. It is null on the last page.',
    example: 'MTc5NTIwMDAwMDAwMDAwMC4wMTk5YzBkZS03ZDFlLTdjMzMtOWQ2Zi0xZjBhNGEyZjhiMTE',
  })
  nextCursor!: string | null;
}
