import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Receipt } from 'kit/contracts/lead';
import { submissionKinds } from './kinds.ts';

const letters = Object.values(submissionKinds).map(({ letter }) => letter);

export class ReceiptDto implements Receipt {
  @ApiProperty({ format: 'uuid', description: 'Unique for good.', example: '0199c0de-7d1e-7c33-9d6f-1f0a4a2f8b11' })
  id!: string;

  @ApiProperty({
    description: 'What to name to the office; short enough for the phone.',
    example: 'L-7F3K9Q',
    pattern: `^[${letters.join('')}]-[0-9A-HJKMNP-TV-Z]{6}$`,
  })
  reference!: string;

  @ApiProperty({ format: 'date-time', description: 'When it was kept.', example: '2026-11-20T09:30:00.000Z' })
  createdAt!: string;

  @ApiPropertyOptional({
    description: 'There, and true, where it was kept as a test: nobody is told of it.',
    example: true,
  })
  isTest?: boolean;
}
