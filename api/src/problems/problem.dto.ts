import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Problem } from 'kit/contracts/problem';

export class FieldErrorDto {
  @ApiProperty({ description: 'Its path, with dots: `certificates.jornayaLeadId`.', example: 'email' })
  field!: string;

  @ApiProperty({ description: 'One sentence for a visitor.', example: 'Please enter a valid email address.' })
  message!: string;

  @ApiPropertyOptional({
    type: [String],
    description: 'Of a choice: what may be chosen.',
    example: ['hvac', 'junk-removal', 'solar'],
  })
  allowed?: string[];
}

/** RFC 9457 with two members of ours: `message` and `errors`. */
export class ProblemDto implements Problem {
  @ApiProperty({ description: 'Always about:blank: the status says the kind.', example: 'about:blank' })
  type!: string;

  @ApiProperty({ description: 'The words of the status.', example: 'Bad Request' })
  title!: string;

  @ApiProperty({ type: 'integer', description: 'The status of the answer.', example: 400 })
  status!: number;

  @ApiProperty({ description: 'The same as `message`.', example: 'Please enter a valid email address.' })
  detail!: string;

  @ApiProperty({
    description: 'One plain sentence that a visitor can read.',
    example: 'Please enter a valid email address.',
  })
  message!: string;

  @ApiProperty({ type: [FieldErrorDto], description: 'The fields that are wrong; empty when no field is.' })
  errors!: FieldErrorDto[];

  @ApiProperty({
    description: 'The same as the X-Request-Id header: name it when you report a problem.',
    example: '6f0f2f0e-6d0b-4c58-9d0a-3c2f3c3f9b7e',
  })
  requestId!: string;
}
